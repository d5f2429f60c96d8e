import type { HelpPage } from '../../shared/paths.ts'
import type { TextKey } from '../../shared/text/keys.ts'

/** The link text of each page. */
export const helpTexts: Readonly<Record<HelpPage, TextKey>> = {
  help: 'app.help.title',
  terms: 'app.help.terms',
  privacy: 'app.help.privacy',
  rules: 'app.help.rules',
  licence: 'app.help.licence',
}

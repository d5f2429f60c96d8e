import type { HelpPage } from '../../shared/paths.ts'
import type { TextKey } from '../../shared/text/keys.ts'

/** What each page is called where it is linked to. */
export const helpTexts: Readonly<Record<HelpPage, TextKey>> = {
  help: 'app.help.title',
  terms: 'app.help.terms',
  privacy: 'app.help.privacy',
  rules: 'app.help.rules',
  licence: 'app.help.licence',
}

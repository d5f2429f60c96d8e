import type { TextLanguage } from '@palpite/contract/languages'

/** A language's name in the operator's language: `japonês`. */
export const languageName = (language: TextLanguage, inLanguage: string): string =>
  new Intl.DisplayNames([inLanguage], { type: 'language' }).of(language) ?? language

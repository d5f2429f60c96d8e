import { type Lang, loadTexts } from '../platform/texts.ts'

const texts = loadTexts((lang) => new URL(`texts/${lang}.json`, import.meta.url))

/** A text of the statement; a missing one shows as its key in the test that counts them. */
export const statementText = (lang: Lang, key: string): string => texts[lang][key] ?? key

/** All keys of a language, for the test that keeps both complete. */
export const statementTextKeys = (lang: Lang): string[] => Object.keys(texts[lang]).sort()

/** The language of a PDF, whose font has the letters of Western Europe alone: English where those do not do. */
export const pdfLang = (lang: Lang): Lang =>
  Object.values(texts[lang]).every((text) => /^[\u0020-\u00ff]*$/.test(text)) ? lang : 'en'

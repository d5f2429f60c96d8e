import { filledText, type Lang, loadTexts, momentFormats, moneyFormats } from '../../platform/texts.ts'
import type { MessageValues } from './rules.ts'

const texts = loadTexts((lang) => new URL(`../texts/${lang}.json`, import.meta.url))

/**
 * Title and text of a message in words. A value whose name ends in `Cents` is money, in `Key` a text
 * of ours, in `At` a moment.
 */
export function messageWords(
  { textKey, textValues }: { textKey: string; textValues: MessageValues },
  lang: Lang,
): { title: string; text: string } {
  const fill = (key: string): string => filledText(texts, lang, key, valueOf)
  const valueOf = (name: string): string => {
    const value = textValues[name] ?? ''
    if (name.endsWith('Cents')) return moneyFormats[lang].format(Number(value) / 100)
    if (name.endsWith('At')) return momentFormats[lang].format(new Date(value))
    return name.endsWith('Key') ? fill(String(value)) : String(value)
  }
  return { title: fill(`${textKey}.title`), text: fill(`${textKey}.text`) }
}

/** Any other text of this module, its `{names}` filled in. */
export const messageText = (key: string, lang: Lang, values: Readonly<Record<string, string>> = {}): string =>
  filledText(texts, lang, key, (name) => values[name] ?? '')

/** The keys there are, for the test that walks them. */
export const messageTexts = texts

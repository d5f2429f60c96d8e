/**
 * Words normalised for comparison: without accents, case and hyphens (soft ones too), so *cashout* finds *cash-out*.
 */
const plainWords = (words: string): string =>
  words
    .normalize('NFD')
    .replaceAll(/[\p{Diacritic}\p{Pd}\u00AD]/gu, '')
    .toLowerCase()

/** Whether a text holds every word of a search. */
export const containsWords = (text: string, search: string): boolean => {
  const plain = plainWords(text)
  return plainWords(search)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => plain.includes(word))
}

/** Whether a text contains the words of a search in the typed order. */
export const containsPhrase = (text: string, search: string): boolean =>
  plainWords(text).includes(plainWords(search).trim())

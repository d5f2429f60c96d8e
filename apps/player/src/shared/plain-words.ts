/** Words as they are compared: without accents, case and hyphens, soft ones too, for *cash-out* is looked for as *cashout* too. */
const plainWords = (words: string): string =>
  words
    .normalize('NFD')
    .replaceAll(/[\p{Diacritic}\p{Pd}\u00AD]/gu, '')
    .toLowerCase()

/** Whether a text holds every word of a search. */
export const holdsWords = (text: string, search: string): boolean => {
  const plain = plainWords(text)
  return plainWords(search)
    .split(/\s+/)
    .filter(Boolean)
    .every((word) => plain.includes(word))
}

/** Whether a text holds the words of a search as they were typed, one after the other. */
export const holdsPhrase = (text: string, search: string): boolean =>
  plainWords(text).includes(plainWords(search).trim())

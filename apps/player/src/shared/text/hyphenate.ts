const softHyphen = '\u00AD'

/**
 * Returns the function that inserts soft hyphens, so that a word too long for its line breaks with a hyphen. `words`
 * are hyphenated words in lower case (`build/hyphens.ts`). Tags and other words are unchanged.
 */
export const hyphenator = (words: readonly string[]): ((text: string) => string) => {
  const parts = new Map(words.map((word) => [word.replaceAll('-', ''), word.split('-')]))
  const parted = (word: string): string => {
    let at = 0
    const found = parts.get(word.toLowerCase())?.map((part) => word.slice(at, (at += part.length)))
    return found?.join(softHyphen) ?? word
  }
  return (text) => text.replaceAll(/<[^>]*>|[\p{L}\p{M}]{6,}/gu, parted)
}

const softHyphen = '\u00AD'

/**
 * Gives what puts soft hyphens into texts: a word that is too long for its line goes on in the next one with a hyphen. `words`
 * are those that may be parted, in small letters, with a hyphen where (`build/hyphens.ts`). Tags and other words stay.
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

/** A row of a glossary: the English names of a thing, and its terms in the language. */
export type Entry = { names: readonly string[]; terms: readonly string[] }
export type Glossary = { entries: readonly Entry[]; never: readonly string[] }

const ROW = /^\| (?!English|what|-)([^|]+) \| ([^|]+) \|([^|]*)\|$/gm
/** How a glossary forbids a word: "never *cota*", "not *wager*", "*moneyline* is not used". */
const SHUNS = /\b(?:never|not) \*([^*]+)\*|\*([^*]+)\* is not used/g

/**
 * Reads a page of docs/languages. Commas, semicolons and slashes separate terms. Of "*Kombi* where narrow"
 * the word in italics is the term; words in italics in the note are terms too, unless the note forbids a
 * word.
 */
export const readGlossary = (page: string): Glossary => ({
  entries: [...page.matchAll(ROW)].map(([, names = '', terms = '', note = '']) => ({
    names: namesOf(names),
    terms: [...termsOf(terms), ...(note.search(SHUNS) >= 0 ? [] : italics(note))],
  })),
  never: [...page.matchAll(SHUNS)].map(([, word, other]) => word ?? other ?? ''),
})

const namesOf = (column: string): string[] => {
  const whole = column
    .trim()
    .toLowerCase()
    .replaceAll('cash-out', 'cash out')
    .replaceAll('potential return', 'return')
  return [...new Set([whole, ...whole.split(/, | \/ /)])]
}

const termsOf = (column: string): string[] => {
  const pieces = column
    .split(/[,;]/)
    .flatMap((piece) => (piece.includes(' / ') ? [piece, ...piece.split(' / ')] : [piece]))
  return pieces.map((piece) => italics(piece)[0] ?? piece.trim())
}

const italics = (words: string): string[] => [...words.matchAll(/\*([^*]+)\*/g)].map(([, word = '']) => word)

/** The places where texts use forbidden words; placeholders do not count. */
export const shunned = (texts: Readonly<Record<string, string>>, never: readonly string[]): string[] =>
  Object.entries(texts).flatMap(([key, text]) => {
    const words = text.replaceAll(/\{\w+/g, ' ')
    return never
      .filter((word) => new RegExp(`(?<![\\p{L}\\p{M}])${word}(?![\\p{L}\\p{M}])`, 'iu').test(words))
      .map((word) => `${key}: ${word}`)
  })

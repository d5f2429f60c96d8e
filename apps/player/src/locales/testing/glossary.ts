/** A row of a glossary: what a thing is called in English, however many names it has, and in the language. */
export type Entry = { names: readonly string[]; terms: readonly string[] }
export type Glossary = { entries: readonly Entry[]; never: readonly string[] }

const ROW = /^\| (?!English|what|-)([^|]+) \| ([^|]+) \|([^|]*)\|$/gm
/** How a glossary says that a word is not to be used: "never *cota*", "not *wager*", "*moneyline* is not used". */
const SHUNS = /\b(?:never|not) \*([^*]+)\*|\*([^*]+)\* is not used/g

/**
 * Reads a page of docs/languages. Terms are parted by commas, semicolons and strokes; of "*Kombi* where narrow" the word in
 * italics is the term, and so is each in italics of the note.
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

/** Where texts say words that are not to be used; what stands for a value is no word. */
export const shunned = (texts: Readonly<Record<string, string>>, never: readonly string[]): string[] =>
  Object.entries(texts).flatMap(([key, text]) => {
    const words = text.replaceAll(/\{\w+/g, ' ')
    return never
      .filter((word) => new RegExp(`(?<![\\p{L}\\p{M}])${word}(?![\\p{L}\\p{M}])`, 'iu').test(words))
      .map((word) => `${key}: ${word}`)
  })

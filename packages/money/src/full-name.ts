/** The maximum name length for the register of persons. */
const MAX_LENGTH = 120
/** Latin letters, with apostrophes and hyphens inside: d'Ávila, Sant'Anna, Bem-Te-Vi. */
const WORD = /^\p{Script=Latin}+(?:['’-]\p{Script=Latin}+)*$/u
const MIN_OUTER_LETTERS = 2

/**
 * A full name with single spaces; undefined if invalid: two words or more, the first and last of at least two letters.
 * A name is given once and compared with a bank's, so "Jo" must not pass.
 */
export function fullNameOf(typed: string): string | undefined {
  const name = typed.normalize('NFC').replaceAll(/\s+/g, ' ').trim()
  const words = name.split(' ')
  const outer = [words[0] ?? '', words.at(-1) ?? '']
  const isName =
    words.length >= 2 &&
    name.length <= MAX_LENGTH &&
    words.every((word) => WORD.test(word)) &&
    outer.every((word) => word.length >= MIN_OUTER_LETTERS)
  return isName ? name : undefined
}

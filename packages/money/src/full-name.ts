/** The longest name that a register of persons is asked for here. */
const MAX_LENGTH = 120
/** Letters of Latin writing, with apostrophes and hyphens between them: d'Ávila, Sant'Anna, Bem-Te-Vi. */
const WORD = /^\p{Script=Latin}+(?:['’-]\p{Script=Latin}+)*$/u
const MIN_OUTER_LETTERS = 2

/**
 * A person's full name as it is kept, with single spaces; nothing when it cannot be one: two words or more, the first
 * and the last of two letters at least. A name is given once and is compared with a bank's, so "Jo" must not pass.
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

import { readFileSync } from 'node:fs'

/**
 * Passwords that guessers try first, in lower case, one a line: the 3,000 most common of eight characters or more, by the
 * list that zxcvbn-ts keeps (language-common 4.1.3, MIT), and those of Brazil. Shorter ones need no list.
 */
const commonPasswords: ReadonlySet<string> = new Set(
  readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== ''),
)

/** Whether a password is too short, among those guessed first, of one character, a run, or the e-mail itself. */
export function isWeakPassword(password: string, { min, email }: { min: number; email?: string }): boolean {
  const plain = password.normalize('NFKC').toLowerCase()
  if (plain.length < min) return true
  if (commonPasswords.has(plain)) return true
  if (new Set(plain).size < 3) return true
  if (isRun(plain)) return true
  return email !== undefined && (plain === email || plain === email.split('@')[0])
}

/** 12345678, hgfedcba: each character one step from the last, always the same way. */
function isRun(text: string): boolean {
  const codes = Array.from({ length: text.length }, (_none, at) => text.charCodeAt(at))
  const step = (codes[1] ?? 0) - (codes[0] ?? 0)
  if (Math.abs(step) !== 1) return false
  return codes.every((code, at) => at === 0 || code - (codes[at - 1] ?? 0) === step)
}

/**
 * A typed amount: digits, and optionally a point with up to two digits. Whole reais come first (1, 0, 0 is one
 * hundred); the decimal key starts the cents. Empty means nothing typed.
 */
export type MoneyEntry = string

export type PadKey = '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9' | 'mark' | 'delete'

// R$ 9.999.999,99 is beyond every limit of ours, and its cents stay a safe integer.
const maxWholeDigits = 7

/** The entry after a keypad key. Keys that do not fit change nothing. */
export const pressKey = (entry: MoneyEntry, key: PadKey): MoneyEntry => {
  if (key === 'delete') return entry.slice(0, -1)
  if (key === 'mark') return entry.includes('.') ? entry : `${entry || '0'}.`
  const [whole = '', cents] = entry.split('.')
  if (cents !== undefined) return cents.length < 2 ? entry + key : entry
  if (whole === '0') return key
  return whole.length < maxWholeDigits ? entry + key : entry
}

/**
 * Reads an amount from text that somebody else wrote in any language ("R$ 1.234,56", "1,234.56", "1234.5"):
 * digits, and optionally a point and cents. Marks between groups of three digits only group, so "1.000" and
 * "1,000" are a thousand; else the last mark is the decimal one. Digits of the cents beyond two are cut off.
 * Digits of any script count: full-width, Hindi, Thai, Arabic. Undefined if the meaning is unclear: "abc",
 * "10.50.00". Do not use it for text that we show: with its last digit deleted, "1.234" would be read as 1.23
 * (see editEntry).
 */
export const readAmount = (text: string): string | undefined => {
  const kept = plainDigits(text).replace(/[^\d.,]/g, '')
  if (kept === '') return undefined
  const last = Math.max(kept.lastIndexOf(','), kept.lastIndexOf('.'))
  if (last < 0 || inThrees.test(kept)) return digitsOf(kept)
  const whole = kept.slice(0, last)
  if (whole.includes(kept.charAt(last))) return undefined
  if (/\D/.test(whole) && !inThrees.test(whole)) return undefined
  return `${digitsOf(whole)}.${kept.slice(last + 1, last + 3)}`
}

/** The text with digits and marks of other scripts replaced by ASCII ones. */
const plainDigits = (text: string): string =>
  text
    .replace(/\p{Nd}/gu, (digit) => String(digitValue(digit)))
    .replace(/[．。｡٫]/g, '.')
    .replace(/[，、､٬]/g, ',')

/** Unicode orders the ten digits of a script from zero up, with a gap between scripts. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (/\p{Nd}/u.test(String.fromCodePoint(code - before - 1))) before += 1
  return before % 10
}

const inThrees = /^[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*$/
const digitsOf = (text: string) => text.replace(/\D/g, '')

/**
 * The entry of these digits, without leading zeros. Undefined if they are too many, or have a second point.
 */
export const entryOf = (digits: string): MoneyEntry | undefined => {
  const [zeros = '', cents, ...more] = digits.split('.')
  const whole = zeros.replace(/^0+(?=\d)/, '')
  if (more.length > 0 || whole.length > maxWholeDigits || (cents?.length ?? 0) > 2) return undefined
  return cents === undefined ? whole : `${whole || '0'}.${cents}`
}

/** Whole cents of an entry; nothing typed is 0. */
export const entryCents = (entry: MoneyEntry): number => {
  const [whole = '', cents = ''] = entry.split('.')
  return Number(whole || '0') * 100 + Number(cents.padEnd(2, '0'))
}

/** The entry of an amount in cents: `1050` is "10.50", `1000` is "10". */
export const entryOfCents = (cents: number): MoneyEntry => {
  const rest = cents % 100
  const whole = String((cents - rest) / 100)
  return rest === 0 ? whole : `${whole}.${String(rest).padStart(2, '0')}`
}

/** The entry with the language's marks: "1234.5" is "1.234,5". */
export const showEntry = (entry: MoneyEntry, decimalMark: ',' | '.'): string => {
  const [whole = '', cents] = entry.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, groupMarkOf(decimalMark))
  return cents === undefined ? grouped : `${grouped}${decimalMark}${cents}`
}

/** The grouping mark that goes with a decimal mark. */
export const groupMarkOf = (decimalMark: ',' | '.') => (decimalMark === ',' ? '.' : ',')

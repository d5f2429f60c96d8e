import { randomInt } from 'node:crypto'

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const randomLetters = (count: number): string =>
  Array.from({ length: count }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join('')

/** The sandbox bank's own participant number. No real bank has it. */
export const OUR_ISPB = '99999010'

/** The participant number of the bank of all sandbox payers. */
export const PAYER_ISPB = '99999011'

const stamp = (moment: number): string => new Date(moment).toISOString().replaceAll(/[-:T]/g, '')

/** A fresh end-to-end id: E, the paying bank, the minute in UTC, 11 letters or digits. */
export const endToEndId = (ispb: string, moment: number): string =>
  `E${ispb}${stamp(moment).slice(0, 12)}${randomLetters(11)}`

/** A fresh return id, of the same form with a D. */
export const returnId = (moment: number): string =>
  `D${OUR_ISPB}${stamp(moment).slice(0, 12)}${randomLetters(11)}`

/** A txid chosen by the bank, for charges created without one. */
export const bankTxid = (): string => randomLetters(32)

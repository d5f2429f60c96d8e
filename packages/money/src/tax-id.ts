export type TaxIdKind = 'CPF' | 'CNPJ'

const CODE_OF_ZERO = 48

/**
 * Check digit, modulus 11. A character's value is its ASCII code minus 48: digits are themselves, A is 17 … Z is 42
 * (IN RFB 2.229/2024), so one rule serves CPF and both forms of CNPJ.
 */
const checkDigit = (characters: string, greatestWeight: number): number => {
  let sum = 0
  let weight = 2
  for (let place = characters.length - 1; place >= 0; place -= 1) {
    sum += (characters.charCodeAt(place) - CODE_OF_ZERO) * weight
    weight = weight === greatestWeight ? 2 : weight + 1
  }
  const rest = sum % 11
  return rest < 2 ? 0 : 11 - rest
}

const hasRightCheckDigits = (id: string, greatestWeight: number): boolean => {
  const body = id.slice(0, -2)
  const first = checkDigit(body, greatestWeight)
  const second = checkDigit(`${body}${first}`, greatestWeight)
  return id.endsWith(`${first}${second}`)
}

const isOneCharacterRepeated = (id: string): boolean => id === id.charAt(0).repeat(id.length)

/**
 * Whether this is a CPF: 11 bare digits with valid check digits, not all the same. It need not have been issued.
 * Source: docs/maths/tax-ids.md.
 */
export const isValidCpf = (id: string): boolean =>
  /^\d{11}$/.test(id) && !isOneCharacterRepeated(id) && hasRightCheckDigits(id, 11)

/**
 * Whether this is a CNPJ: 12 digits or capital letters and two check digits, bare. Lower case is refused: use
 * `normaliseTaxId` at the edge. Source: docs/maths/tax-ids.md.
 */
export const isValidCnpj = (id: string): boolean =>
  /^[0-9A-Z]{12}\d{2}$/.test(id) && !isOneCharacterRepeated(id) && hasRightCheckDigits(id, 9)

/** A typed id without punctuation and spaces. Letters keep their case. */
export const stripTaxId = (typed: string): string => typed.replaceAll(/[.\-/\s]/g, '')

/** The stored form: bare and in capitals. Not validated. */
export const normaliseTaxId = (typed: string): string => stripTaxId(typed).toUpperCase()

/** The kind of a valid normalised tax id. */
export const taxIdKind = (id: string): TaxIdKind | undefined =>
  isValidCpf(id) ? 'CPF' : isValidCnpj(id) ? 'CNPJ' : undefined

const punctuate = (bare: string, marks: Readonly<Record<number, string>>): string =>
  Array.from(bare)
    .map((character, place) => `${marks[place] ?? ''}${character}`)
    .join('')

/** A partly typed CPF with punctuation: 000.000.000-00. Drops non-digits, at most 11 digits. */
export const maskCpf = (typed: string): string =>
  punctuate(typed.replaceAll(/\D/g, '').slice(0, 11), { 3: '.', 6: '.', 9: '-' })

/** A partly typed CNPJ with punctuation: AA.AAA.AAA/AAAA-00, in capitals, at most 14 characters. */
export const maskCnpj = (typed: string): string =>
  punctuate(
    normaliseTaxId(typed)
      .replaceAll(/[^0-9A-Z]/g, '')
      .slice(0, 14),
    { 2: '.', 5: '.', 8: '/', 12: '-' },
  )

/** A tax id with its middle hidden, for operators' screens and logs: ***.456.789-** or **.ABC.345/****-**. */
export const hideTaxId = (id: string): string => {
  const bare = normaliseTaxId(id)
  if (bare.length === 11) return `***.${bare.slice(3, 6)}.${bare.slice(6, 9)}-**`
  if (bare.length === 14) return `**.${bare.slice(2, 5)}.${bare.slice(5, 8)}/****-**`
  return '*'.repeat(bare.length)
}

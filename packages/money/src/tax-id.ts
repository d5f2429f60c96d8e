export type TaxIdKind = 'CPF' | 'CNPJ'

const CODE_OF_ZERO = 48

/**
 * Check digit, modulus 11. A character is worth its ASCII code less 48: digits are themselves, A is 17 … Z is 42
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
 * Is this a CPF: 11 bare digits with right check digits, not all the same?
 * It says nothing about whether the number was issued.
 * Source: docs/maths/tax-ids.md.
 */
export const isValidCpf = (id: string): boolean =>
  /^\d{11}$/.test(id) && !isOneCharacterRepeated(id) && hasRightCheckDigits(id, 11)

/**
 * Is this a CNPJ: 12 digits or capital letters and two check digits, bare? Old numeric ones pass unchanged.
 * Lower case is refused here: `normaliseTaxId` is the edge's job.
 * Source: docs/maths/tax-ids.md.
 */
export const isValidCnpj = (id: string): boolean =>
  /^[0-9A-Z]{12}\d{2}$/.test(id) && !isOneCharacterRepeated(id) && hasRightCheckDigits(id, 9)

/** The bare form of what a person typed: no points, dashes, strokes or spaces. Letters keep their case. */
export const stripTaxId = (typed: string): string => typed.replaceAll(/[.\-/\s]/g, '')

/** The normal form to store: bare and in capitals. Says nothing about validity. */
export const normaliseTaxId = (typed: string): string => stripTaxId(typed).toUpperCase()

/** Which kind of tax id this normal form is, if it is a valid one. */
export const taxIdKind = (id: string): TaxIdKind | undefined =>
  isValidCpf(id) ? 'CPF' : isValidCnpj(id) ? 'CNPJ' : undefined

const punctuate = (bare: string, marks: Readonly<Record<number, string>>): string =>
  Array.from(bare)
    .map((character, place) => `${marks[place] ?? ''}${character}`)
    .join('')

/** As much of a CPF as was typed, punctuated: 000.000.000-00. Drops what is not a digit, stops at 11. */
export const maskCpf = (typed: string): string =>
  punctuate(typed.replaceAll(/\D/g, '').slice(0, 11), { 3: '.', 6: '.', 9: '-' })

/** As much of a CNPJ as was typed, punctuated: AA.AAA.AAA/AAAA-00, in capitals, stops at 14. */
export const maskCnpj = (typed: string): string =>
  punctuate(
    normaliseTaxId(typed)
      .replaceAll(/[^0-9A-Z]/g, '')
      .slice(0, 14),
    { 2: '.', 5: '.', 8: '/', 12: '-' },
  )

/** A tax id with its middle hidden, for screens and logs of operators: ***.456.789-** or **.ABC.345/****-**. */
export const hideTaxId = (id: string): string => {
  const bare = normaliseTaxId(id)
  if (bare.length === 11) return `***.${bare.slice(3, 6)}.${bare.slice(6, 9)}-**`
  if (bare.length === 14) return `**.${bare.slice(2, 5)}.${bare.slice(5, 8)}/****-**`
  return '*'.repeat(bare.length)
}

/** The API of money: whole cents, fair splitting, exact fractions, tax ids and the names of those who have them. BR Codes and USDT have APIs of their own. */
export { cents, centsFromReais, plainReais, reaisFromCents, sumCents, type Cents } from './cents.ts'
export { fullNameOf } from './full-name.ts'
export { floorToCents, fraction, halfUpToCents, type Fraction } from './fraction.ts'
export { prorate, splitByWeights, splitEvenly } from './split.ts'
export {
  hideTaxId,
  isValidCnpj,
  isValidCpf,
  maskCnpj,
  maskCpf,
  normaliseTaxId,
  stripTaxId,
  taxIdKind,
  type TaxIdKind,
} from './tax-id.ts'

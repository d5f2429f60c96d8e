/** Parses reais: `1.234,56` or `1234.56`, with or without `R$`; whole cents, undefined if invalid. */
export function centsOf(typed: string): number | undefined {
  const words = typed.replace(/^R\$/, '').replaceAll(/\s/g, '')
  const [, sign = '', whole = '', cents = ''] = /^([-−]?)([\d.,]*?)(?:[.,](\d{1,2}))?$/.exec(words) ?? []
  if (!/^(\d+|\d{1,3}([.,]\d{3})+)$/.test(whole)) return undefined
  const value = Number(whole.replaceAll(/[.,]/g, '')) * 100 + Number(cents.padEnd(2, '0'))
  if (!Number.isSafeInteger(value)) return undefined
  return sign === '' ? value : -value
}

/** Formats whole units with decimals for a field: 1234567 cents are `12345,67`. */
const decimalsOf = (units: number, decimals: number, mark: ',' | '.'): string => {
  const digits = String(Math.abs(units)).padStart(decimals + 1, '0')
  const [whole, rest] = [digits.slice(0, -decimals), digits.slice(-decimals)]
  return `${units < 0 ? '-' : ''}${whole}${mark}${rest}`
}

/** Cents for a field: `1234,56`. */
export const typedCents = (cents: number, mark: ',' | '.'): string => decimalsOf(cents, 2, mark)

/** Hundredths of a percent for a field: 250 are `2,5`, 10000 are `100`. */
export const typedBps = (bps: number, mark: ',' | '.'): string =>
  decimalsOf(bps, 2, mark)
    .replace(/([.,]\d*?)0+$/, '$1')
    .replace(/[.,]$/, '')

/** Parses a percentage to hundredths of a percent: `2,5` and `2.5%` are 250. */
export function bpsOf(typed: string): number | undefined {
  const words = typed.replace(/%$/, '').replaceAll(/\s/g, '')
  const [, sign = '', whole, rest = ''] = /^([-−]?)(\d{1,9})(?:[.,](\d{1,2}))?$/.exec(words) ?? []
  if (whole === undefined) return undefined
  const value = Number(whole) * 100 + Number(rest.padEnd(2, '0'))
  return sign === '' ? value : -value
}

/** Parses a price: `1,85` and `1.85` are 1850; undefined if it is none. */
export function priceMilliOf(typed: string): number | undefined {
  const [, whole, rest = ''] = /^\s*(\d{1,4})(?:[.,](\d{0,2}))?\s*$/.exec(typed) ?? []
  return whole === undefined ? undefined : Number(whole) * 1000 + Number(rest.padEnd(3, '0'))
}

/** Where phones may be from: the countries of the languages that can be chosen (SPEC §9), the first by default. */
export const phoneCountries = [
  { region: 'BR', prefix: '55' },
  { region: 'US', prefix: '1' },
  { region: 'ID', prefix: '62' },
  { region: 'VN', prefix: '84' },
  { region: 'NG', prefix: '234' },
  { region: 'JP', prefix: '81' },
  { region: 'KR', prefix: '82' },
  { region: 'CN', prefix: '86' },
  { region: 'RU', prefix: '7' },
] as const

export const defaultPrefix = phoneCountries[0].prefix

/** Digits of a whole number, by ITU-T E.164. */
const maxDigits = 15

/**
 * The bare number as it is typed or pasted, without the country's own prefix and without the 0 that is dialled first inside
 * a country: no number of these countries begins with one.
 */
export const phoneDigits = (typed: string, prefix: string): string => {
  const digits = typed.replace(/\D/g, '')
  const bare =
    typed.trim().startsWith('+') && digits.startsWith(prefix) ? digits.slice(prefix.length) : digits
  return bare.replace(/^0+/, '').slice(0, maxDigits - prefix.length)
}

/** The digits as people of the country write them; Brazil's as (11) 91234-5678. */
export const shownPhone = (digits: string, prefix: string): string => {
  if (prefix !== '55' || digits.length < 3) return digits
  const rest = digits.slice(2)
  const cut = rest.length > 8 ? 5 : 4
  return `(${digits.slice(0, 2)}) ${rest.slice(0, cut)}${rest.length > cut ? `-${rest.slice(cut)}` : ''}`
}

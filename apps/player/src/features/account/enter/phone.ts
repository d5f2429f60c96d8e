import { languageEntries, languageEntry } from '@palpite/contract/language-entries'
import type { Language } from '@palpite/contract/languages'

/** Selectable phone countries: those of the listed languages (SPEC §9). */
export const phoneCountries = languageEntries
  .filter(({ isMore }) => !isMore)
  .map(({ region, phonePrefix }) => ({ region, prefix: phonePrefix.slice(1) }))

/** The initial prefix: the language's country, or Brazil's if it is not listed. */
export const defaultPrefix = (language: Language): string => {
  const { isMore, phonePrefix } = languageEntry(language)
  return isMore ? '55' : phonePrefix.slice(1)
}

/** Maximum digits of a whole number by ITU-T E.164. */
const maxDigits = 15

/**
 * The digits without the country's prefix and without a leading domestic 0: no number of these countries starts with
 * 0.
 */
export const phoneDigits = (typed: string, prefix: string): string => {
  const digits = typed.replace(/\D/g, '')
  const bare =
    typed.trim().startsWith('+') && digits.startsWith(prefix) ? digits.slice(prefix.length) : digits
  return bare.replace(/^0+/, '').slice(0, maxDigits - prefix.length)
}

/** The digits as written in the country; Brazil's as (11) 91234-5678. */
export const shownPhone = (digits: string, prefix: string): string => {
  if (prefix !== '55' || digits.length < 3) return digits
  const rest = digits.slice(2)
  const cut = rest.length > 8 ? 5 : 4
  return `(${digits.slice(0, 2)}) ${rest.slice(0, cut)}${rest.length > cut ? `-${rest.slice(cut)}` : ''}`
}

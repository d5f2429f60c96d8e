import type { TextKey } from '../../../shared/text/keys.ts'
import { useLanguage, useText } from '../../../shared/text/text.ts'

/** Parts of a country with teams of their own; browsers name only whole countries. */
const parts: Readonly<Record<string, TextKey>> = {
  'GB-ENG': 'sportsbook.country.england',
  'GB-SCT': 'sportsbook.country.scotland',
}

/** Names a country by code in the current language; undefined for unknown codes. */
export const useCountryNames = (): ((country: string | null) => string | undefined) => {
  const t = useText()
  const language = useLanguage()
  return (country) => {
    if (country === null) return undefined
    const part = parts[country]
    return part ? t(part) : new Intl.DisplayNames(language, { type: 'region' }).of(country)
  }
}

import type { TextKey } from '../../../shared/text/keys.ts'
import { useLanguage, useText } from '../../../shared/text/text.ts'

/** Parts of a country that play for themselves; the browser knows the names of whole countries only. */
const parts: Readonly<Record<string, TextKey>> = {
  'GB-ENG': 'sportsbook.country.england',
  'GB-SCT': 'sportsbook.country.scotland',
}

/** Names countries in the language in use, by their code; nothing where there is none. */
export const useCountryNames = (): ((country: string | null) => string | undefined) => {
  const t = useText()
  const language = useLanguage()
  return (country) => {
    if (country === null) return undefined
    const part = parts[country]
    return part ? t(part) : new Intl.DisplayNames(language, { type: 'region' }).of(country)
  }
}

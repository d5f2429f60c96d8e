import type { Language } from '@palpite/contract/languages'
import { useLanguage } from '../../shared/text/text.ts'

/** Writes hundredths with their two decimals in this language: 5050 is "50,50". */
export const hundredthsIn = (language: Language): ((hundredths: number) => string) => {
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return (hundredths) => format.format(hundredths / 100)
}

/** Writes hundredths in the language in use. */
export const useHundredths = (): ((hundredths: number) => string) => hundredthsIn(useLanguage())

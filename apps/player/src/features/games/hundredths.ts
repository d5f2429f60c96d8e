import type { Language } from '@palpite/contract/languages'
import { useLanguage } from '../../shared/text/text.ts'

/** Formats hundredths with two decimals: 5050 is "50,50". */
export const hundredthsIn = (language: Language): ((hundredths: number) => string) => {
  const format = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return (hundredths) => format.format(hundredths / 100)
}

/** Formats hundredths in the current language. */
export const useHundredths = (): ((hundredths: number) => string) => hundredthsIn(useLanguage())

import { useLanguage } from '../../shared/text/text.ts'

/** A number of hundredths with its two decimals: 5050 is "50,50". */
export const useHundredths = (): ((hundredths: number) => string) => {
  const format = new Intl.NumberFormat(useLanguage(), { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return (hundredths) => format.format(hundredths / 100)
}

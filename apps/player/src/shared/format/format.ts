import { type Language, languageTable } from '@palpite/contract/languages'
import { isPriceMilli, type PriceForm, priceText } from '@palpite/odds/price-forms'

const formatters = new Map<string, Intl.NumberFormat>()

const numberFormat = (language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat => {
  const key = `${language} ${JSON.stringify(options)}`
  const known = formatters.get(key) ?? new Intl.NumberFormat(language, options)
  formatters.set(key, known)
  return known
}

/** Spanish and Italian would write “BRL” instead of the symbol. */
const money = { style: 'currency', currency: 'BRL', currencyDisplay: 'narrowSymbol' } as const
const minus = '−'
const noBreak = '\u00a0'

/** Whole cents as money: `R$ 1.234,56`, with spaces that never break and a true minus sign. */
export const formatMoney = (cents: number, language: Language): string =>
  numberFormat(language, money)
    .format(cents / 100)
    .replace(/\s/g, noBreak)
    .replace('-', minus)

/** A credit or debit: `+ R$ 13,02`, `− R$ 10,00`; zero has no sign. */
export const formatSignedMoney = (cents: number, language: Language): string =>
  cents === 0
    ? formatMoney(cents, language)
    : `${cents < 0 ? minus : '+'}${noBreak}${formatMoney(Math.abs(cents), language)}`

/** The symbol and the digits, for places with a smaller symbol. */
export const moneyParts = (cents: number, language: Language): { symbol: string; digits: string } => {
  const parts = numberFormat(language, money).formatToParts(cents / 100)
  const symbol = parts.find((part) => part.type === 'currency')?.value ?? ''
  const digits = parts.filter((part) => part.type !== 'currency' && part.type !== 'literal')
  return {
    symbol,
    digits: digits
      .map((part) => part.value)
      .join('')
      .replace('-', minus),
  }
}

const millionCents = 100_000_000

/** A balance for narrow places: shortened from a million on, `1,28 mi`. */
export const shortMoneyParts = (cents: number, language: Language): { symbol: string; digits: string } => {
  const full = moneyParts(cents, language)
  if (Math.abs(cents) < millionCents) return full
  const short = numberFormat(language, { notation: 'compact', maximumFractionDigits: 2 }).format(cents / 100)
  return { symbol: full.symbol, digits: short.replace(/\s/g, noBreak) }
}

/** A count for narrow places: `12,4 mil`, `12.4K`. */
export const formatCount = (count: number, language: Language): string =>
  numberFormat(language, { notation: 'compact', maximumFractionDigits: 1 })
    .format(count)
    .replace(/\s/g, noBreak)

/** A price of thousandths in the form the reader chose: `2,50`, `3/2`, `+150`. */
export const formatPrice = (priceMilli: number, language: Language, form: PriceForm = 'decimal'): string =>
  form === 'decimal' || !isPriceMilli(priceMilli)
    ? formatDecimalPrice(priceMilli, language)
    : priceText(priceMilli, form).replace('-', minus).replace('.', languageTable[language].decimalMark)

/** Two decimals, one from 100 on; truncated, never rounded up. */
const formatDecimalPrice = (priceMilli: number, language: Language): string => {
  const places = priceMilli >= 100_000 ? 1 : 2
  const step = 10 ** (3 - places)
  return numberFormat(language, { minimumFractionDigits: places, maximumFractionDigits: places }).format(
    (Math.floor(priceMilli / step) * step) / 1000,
  )
}

/** A multiplier in ten-thousandths: `2,30×`; four decimals if the last two are not zero. */
export const formatMultiplier = (multiplierE4: number, language: Language): string => {
  const places = multiplierE4 % 100 === 0 ? 2 : 4
  const digits = numberFormat(language, { minimumFractionDigits: places, maximumFractionDigits: places })
  return `${digits.format(multiplierE4 / 10_000)}×`
}

/** An amount of USDT with as many of its six decimals as needed: `16,856814`, `50,00`. */
export const formatUsdt = (amount: number, language: Language): string =>
  numberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 6 }).format(amount)

/** The price of another currency: `R$ 5,4321`, `R$ 5,40`. */
export const formatRate = (rate: number, language: Language): string =>
  numberFormat(language, { ...money, minimumFractionDigits: 2, maximumFractionDigits: 4 })
    .format(rate)
    .replace(/\s/g, noBreak)

/** A fraction as percent: `84,2%`, `84,2 %`. */
export const formatPercent = (share: number, language: Language, places = 1): string =>
  numberFormat(language, { style: 'percent', maximumFractionDigits: places })
    .format(share)
    .replace(/\s/g, noBreak)

/** Wire reais with two decimals as whole cents. */
export const centsOf = (reais: number): number => Math.round(reais * 100)

import { fraction } from '@palpite/money'
import type { Fraction } from '@palpite/money/fraction'
import { decimalPrice, isPriceMilli, type PriceMilli } from './price.ts'

export { isPriceMilli }

/** The price formats, the first by default. Internally always thousandths of decimal odds. */
export const PRICE_FORMS = ['decimal', 'fractional', 'american', 'hong_kong', 'malay', 'indonesian'] as const

export type PriceForm = (typeof PRICE_FORMS)[number]

/** The price in this format, for display only. */
export const priceText = (price: PriceMilli, form: PriceForm): string => FORMS[form](price)

const winnings = (price: PriceMilli): number => (price - 1000) / 1000

/** Winnings to stake in lowest terms: 2.50 is 3/2. */
export const fractionalPrice = (price: PriceMilli): Fraction => fraction(price - 1000, 1000)

/** Winnings of 100 staked, or the stake (negative) that wins 100. 2.50 is +150, 1.50 is −200. */
export const americanPrice = (price: PriceMilli): number =>
  price >= 2000 ? Math.round(winnings(price) * 100) : Math.round(-100 / winnings(price))

const signed = (value: number): string => (value > 0 ? `+${value}` : String(value))

/** Two decimals; three where two would leave a long price one digit or none: 1/250 is −0.004. */
const unit = (value: number): string => value.toFixed(Math.abs(value) < 0.1 ? 3 : 2)

/** Winnings per unit up to evens; above, minus the stake that wins one unit. */
const malay = (price: PriceMilli): string => {
  const won = winnings(price)
  return unit(won <= 1 ? won : -1 / won)
}

/** Winnings per unit from evens; below, minus the stake that wins one unit. */
const indonesian = (price: PriceMilli): string => {
  const won = winnings(price)
  return unit(won >= 1 ? won : -1 / won)
}

const FORMS: Record<PriceForm, (price: PriceMilli) => string> = {
  decimal: decimalPrice,
  fractional: (price) => {
    const { n, d } = fractionalPrice(price)
    return `${n}/${d}`
  },
  american: (price) => signed(americanPrice(price)),
  hong_kong: (price) => winnings(price).toFixed(price % 10 === 0 ? 2 : 3),
  malay,
  indonesian,
}

/** The price of published American odds; `undefined` if invalid, that is between −100 and 100. */
export const priceFromAmerican = (american: number): PriceMilli | undefined => {
  if (!Number.isSafeInteger(american) || Math.abs(american) < 100) return undefined
  const milli = 1000 + Math.round(american > 0 ? american * 10 : 100_000 / -american)
  return isPriceMilli(milli) ? milli : undefined
}

/** The price of fractional odds such as "5/2"; `undefined` if invalid. Rounded to the thousandth. */
export const priceFromFractional = (text: string): PriceMilli | undefined => {
  const match = /^(\d{1,6})\/(\d{1,6})$/.exec(text)
  if (!match) return undefined
  const milli = 1000 + Math.round((Number(match[1]) * 1000) / Number(match[2]))
  return isPriceMilli(milli) ? milli : undefined
}

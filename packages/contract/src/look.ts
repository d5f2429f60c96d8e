import { PRICE_FORMS, type PriceForm } from '@palpite/odds/price-forms'
import { type Language, languages } from './languages.ts'

export type Theme = 'dark' | 'light' | 'system'

/** How the product looks and speaks on a device. */
export type Look = {
  theme: Theme
  textPercent: number
  motion: 'on' | 'off'
  language: Language
  /** How prices are written. */
  odds: PriceForm
  /** Whether keys of one letter act. */
  letterKeys: 'on' | 'off'
}

export const textPercents = [100, 115, 130, 150, 200] as const

/**
 * The look in a cookie string, where the player app keeps it under `look` and the payment page reads it; what is
 * missing or unknown there has its first value.
 */
export const readLook = (cookies: string): Look => {
  const written = new URLSearchParams(/(?:^|; )look=([^;]*)/.exec(cookies)?.[1] ?? '')
  const pick = <V extends string>(name: string, known: readonly [V, ...V[]]): V =>
    known.find((value) => value === written.get(name)) ?? known[0]
  return {
    theme: pick('theme', ['dark', 'light', 'system']),
    textPercent: textPercents.find((percent) => String(percent) === written.get('text')) ?? 100,
    motion: pick('motion', ['on', 'off']),
    language: languages.find((one) => one === written.get('language')) ?? 'pt-BR',
    odds: pick('odds', PRICE_FORMS),
    letterKeys: pick('keys', ['on', 'off']),
  }
}

/** The look as the cookie holds it. */
export const writeLook = ({ textPercent, letterKeys, ...look }: Look): string =>
  new URLSearchParams({ ...look, text: String(textPercent), keys: letterKeys }).toString()

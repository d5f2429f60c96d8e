import { PRICE_FORMS, type PriceForm } from '@palpite/odds/price-forms'
import { type Language, languages } from './languages.ts'

export type Theme = 'dark' | 'light' | 'system'

/** A device's display settings and language. */
export type Look = {
  theme: Theme
  textPercent: number
  motion: 'on' | 'off'
  language: Language
  /** The odds format. */
  odds: PriceForm
  /** Whether single-letter keys are enabled. */
  letterKeys: 'on' | 'off'
}

export const textPercents = [100, 115, 130, 150, 200] as const

/** Reads the `look` cookie, shared by player app and payment page; missing or unknown values get their default. */
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

/** The display settings as stored in the cookie. */
export const writeLook = ({ textPercent, letterKeys, ...look }: Look): string =>
  new URLSearchParams({ ...look, text: String(textPercent), keys: letterKeys }).toString()

import en from './texts/en.json'
import pt from './texts/pt-BR.json'

const lang = new URLSearchParams(location.search).get('lang') === 'en' ? 'en' : 'pt-BR'
const texts: Readonly<Record<string, string>> = lang === 'en' ? en : pt
document.documentElement.lang = lang

/** A text by its key, its `{names}` filled in. */
export const text = (key: keyof typeof pt, values: Readonly<Record<string, string | number>> = {}): string =>
  (texts[key] ?? key).replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(values[name] ?? ''))

/** What a refusal says. */
export const errorText = (code: string): string => texts[`error.${code}`] ?? text('error.other')

const reais = new Intl.NumberFormat(lang, { style: 'currency', currency: 'BRL' })
export const money = (cents: number): string => reais.format(cents / 100)

const twoDecimals = new Intl.NumberFormat(lang, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
export const times = (hundredths: number): string => twoDecimals.format(hundredths / 100)

const percents = new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 4 })
export const percent = (ppm: number): string => percents.format(ppm / 1_000_000)

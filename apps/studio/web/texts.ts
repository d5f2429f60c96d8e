import { languageOf, languageTable } from '@palpite/contract/languages'
import pt from './texts/pt-BR.json'

type Texts = Readonly<Record<string, string>>

const files = import.meta.glob<Texts>('./texts/*.json', { import: 'default' })

/** What the house asks for, by `lang` of the address. */
const wished = languageOf([new URLSearchParams(location.search).get('lang') ?? ''])
const lang = wished === undefined ? 'pt-BR' : languageTable[wished].texts
document.documentElement.lang = lang

const read = async (language: string): Promise<Texts> => (await files[`./texts/${language}.json`]?.()) ?? {}

const texts: Texts = lang === 'pt-BR' ? pt : { ...(await read('en')), ...(await read(lang)) }

/** A text by its key, its `{names}` filled in. */
export const text = (key: keyof typeof pt, values: Readonly<Record<string, string | number>> = {}): string =>
  (texts[key] ?? key).replaceAll(/\{(\w+)\}/g, (_all, name: string) => String(values[name] ?? ''))

/** The text of a refusal. */
export const errorText = (code: string): string => texts[`error.${code}`] ?? text('error.other')

const reais = new Intl.NumberFormat(lang, {
  style: 'currency',
  currency: 'BRL',
  currencyDisplay: 'narrowSymbol',
})
export const money = (cents: number): string => reais.format(cents / 100)

const twoDecimals = new Intl.NumberFormat(lang, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
export const times = (hundredths: number): string => twoDecimals.format(hundredths / 100)

const percents = new Intl.NumberFormat(lang, { style: 'percent', maximumFractionDigits: 4 })
export const percent = (ppm: number): string => percents.format(ppm / 1_000_000)

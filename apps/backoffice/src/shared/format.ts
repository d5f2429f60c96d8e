import { useMemo } from 'react'
import { type Language, useLook } from './look.ts'

/** The house's time zone, wherever the operator is, as in reports and statements. */
const timeZone = 'America/Sao_Paulo'
const minus = '−'

const made = new Map<string, Intl.NumberFormat | Intl.DateTimeFormat>()

function once<F extends Intl.NumberFormat | Intl.DateTimeFormat>(key: string, make: () => F): F {
  const known = made.get(key) ?? make()
  made.set(key, known)
  return known as F
}

/** Whole cents as money: `R$ 1.234,56`, with spaces that never break and a true minus sign. */
export const formatMoney = (cents: number, language: Language): string =>
  once(`money ${language}`, () => {
    const currency = { style: 'currency', currency: 'BRL', currencyDisplay: 'narrowSymbol' } as const
    return new Intl.NumberFormat(language, currency)
  })
    .format(cents / 100)
    .replaceAll(/\s/g, '\u00a0')
    .replace('-', minus)

/** Whole cents, compact for a plot: `R$ 80 mil`. */
const formatMoneyShort = (cents: number, language: Language): string =>
  once(`money short ${language}`, () => {
    const currency = { style: 'currency', currency: 'BRL', currencyDisplay: 'narrowSymbol' } as const
    return new Intl.NumberFormat(language, { ...currency, notation: 'compact', maximumFractionDigits: 1 })
  })
    .format(cents / 100)
    .replace('-', minus)

/** A date and time: `27/11/2026 16:30`. */
export const formatTime = (at: string, language: Language): string =>
  once(`time ${language}`, () => {
    const style = { dateStyle: 'short', timeStyle: 'short', timeZone } as const
    return new Intl.DateTimeFormat(language, style)
  }).format(new Date(at))

/** A time of today: `16:30`. */
const formatClock = (at: string, language: Language): string =>
  once(`clock ${language}`, () => new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone })).format(
    new Date(at),
  )

/** A day in a list of days: `27/11`. */
const formatDay = (day: string, language: Language): string =>
  once(`day ${language}`, () => {
    const style = { day: '2-digit', month: '2-digit', timeZone: 'UTC' } as const
    return new Intl.DateTimeFormat(language, style)
  }).format(new Date(day))

/** A day with year: `27/11/2026`; a month `2026-11` as `11/2026`. */
const formatDate = (day: string, language: Language): string => {
  const isMonth = day.length === 7
  return once(`date ${isMonth} ${language}`, () => {
    const style = { year: 'numeric', month: '2-digit', timeZone: 'UTC' } as const
    return new Intl.DateTimeFormat(language, isMonth ? style : { ...style, day: '2-digit' })
  }).format(new Date(day))
}

const steps = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const

/** A duration in its largest whole unit: `3 h`, `12 min`, `2 dias`. Below a minute `0 min`. */
export function formatSpan(ms: number, language: Language): string {
  const { unit, ms: size } = steps.find(({ ms: least }) => Math.abs(ms) >= least) ?? steps[2]
  return once(`span ${unit} ${language}`, () => {
    const style = { style: 'unit', unit, unitDisplay: 'short' } as const
    return new Intl.NumberFormat(language, style)
  }).format(Math.trunc(Math.abs(ms) / size))
}

const formatNumber = (value: number, language: Language): string =>
  once(`number ${language}`, () => new Intl.NumberFormat(language))
    .format(value)
    .replace('-', minus)

const formatOdds = (priceMilli: number, language: Language): string =>
  once(`odds ${language}`, () => {
    const style = { minimumFractionDigits: 2, maximumFractionDigits: 3 } as const
    return new Intl.NumberFormat(language, style)
  }).format(priceMilli / 1000)

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A size in its largest unit: `1,4 GB`. */
function formatBytes(bytes: number, language: Language): string {
  const step = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3))
  const unit = units[step] ?? 'byte'
  return once(`bytes ${unit} ${language}`, () => {
    const style = { style: 'unit', unit, unitDisplay: 'short', maximumFractionDigits: 1 } as const
    return new Intl.NumberFormat(language, style)
  }).format(bytes / 1000 ** step)
}

/** The formats in the current language. */
export function useFormat() {
  const { language } = useLook()
  return useMemo(
    () => ({
      money: (cents: number) => formatMoney(cents, language),
      moneyShort: (cents: number) => formatMoneyShort(cents, language),
      time: (at: string) => formatTime(at, language),
      clock: (at: string) => formatClock(at, language),
      day: (day: string) => formatDay(day, language),
      date: (day: string) => formatDate(day, language),
      number: (value: number) => formatNumber(value, language),
      bytes: (bytes: number) => formatBytes(bytes, language),
      /** Hundredths of a percent: `2,5%`. */
      percent: (bps: number) => `${formatNumber(bps / 100, language)}%`,
      /** A price in thousandths: `1,85`, `12,50`. */
      odds: (priceMilli: number) => formatOdds(priceMilli, language),
      /** The age of something. */
      age: (at: string) => formatSpan(Date.now() - Date.parse(at), language),
    }),
    [language],
  )
}

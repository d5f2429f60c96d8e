import type { Language } from '@palpite/contract/languages'

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Cached, because creating a formatter takes a hundred times as long as using it. */
const formatterOf = (language: Language, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${language} ${JSON.stringify(options)}`
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(language, options)
  formatters.set(key, known)
  return known
}

const hourMs = 3_600_000
const minuteMs = 60_000

/** When something happened: within the last hour "há 12 min", otherwise local day and time, `20/11 16:30`. */
export const formatWhen = (at: string | number, language: Language, now: number = Date.now()): string => {
  const time = new Date(at).getTime()
  const agoMs = now - time
  if (agoMs >= 0 && agoMs < hourMs) {
    const [count, unit] =
      agoMs < minuteMs
        ? [Math.floor(agoMs / 1000), 'second' as const]
        : [Math.floor(agoMs / minuteMs), 'minute' as const]
    return new Intl.RelativeTimeFormat(language, { style: 'short', numeric: 'always' }).format(-count, unit)
  }
  return formatDayTime(at, language)
}

/** The local day and time, `20/11 16:30`; the year too when it is another one. */
export const formatDayTime = (at: string | number, language: Language): string => {
  const date = new Date(at)
  const otherYear = date.getFullYear() !== new Date().getFullYear()
  return formatterOf(language, {
    day: '2-digit',
    month: '2-digit',
    ...(otherYear && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  })
    .format(date)
    .replace(',', '')
}

/** The local day and time in words, `30 de novembro às 14:00`; the year too when it is another one. */
export const formatLongDayTime = (at: string | number, language: Language): string => {
  const date = new Date(at)
  const otherYear = date.getFullYear() !== new Date().getFullYear()
  return formatterOf(language, {
    day: 'numeric',
    month: 'long',
    ...(otherYear && { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
  }).format(date)
}

type TimeUnit = 'second' | 'minute' | 'hour' | 'day' | 'week' | 'month' | 'year'

/** A number of time units: `24 horas`; shortened, `24 h`. */
export const formatUnit = (
  count: number,
  unit: TimeUnit,
  language: Language,
  unitDisplay: 'long' | 'short' = 'long',
): string => new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay }).format(count)

/** The name of a time unit for a number shown in a field: `minutos`. */
export const formatUnitName = (count: number, unit: TimeUnit, language: Language): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })
    .formatToParts(count)
    .filter(({ type }) => type === 'unit')
    .map(({ value }) => value)
    .join('')

/** A duration in whole minutes: `12 min`, `1 h`, `1 h 5 min`. */
export const formatElapsed = (ms: number, language: Language): string => {
  const minutes = Math.max(0, Math.floor(ms / minuteMs))
  const hours = Math.floor(minutes / 60)
  const rest = minutes % 60
  const parts = [
    ...(hours > 0 ? [formatUnit(hours, 'hour', language, 'short')] : []),
    ...(rest > 0 || hours === 0 ? [formatUnit(rest, 'minute', language, 'short')] : []),
  ]
  return parts.join(' ')
}

/** The local time of day, `16:30`. */
export const formatClock = (at: string | number, language: Language): string =>
  formatterOf(language, { hour: '2-digit', minute: '2-digit' }).format(new Date(at))

/** A match's local day with weekday, `qua. 25/11`; in another time zone if given. */
export const formatWeekDay = (at: string | number, language: Language, timeZone?: string): string =>
  formatterOf(language, {
    weekday: 'short',
    day: '2-digit',
    month: '2-digit',
    ...(timeZone !== undefined && { timeZone }),
  })
    .format(new Date(at))
    .replace(',', '')

/** A match's start by the local clock: `qua. 25/11 16:30`. */
export const formatKickOff = (at: string | number, language: Language): string =>
  `${formatWeekDay(at, language)} ${formatClock(at, language)}`

const starts = { clock: formatClock, dayTime: formatDayTime, kickOff: formatKickOff } as const

/** A match's start in one of these forms; only the day if its hour is unknown. */
export const formatStart = (
  { startsAt, isDayOnly }: { readonly startsAt: string; readonly isDayOnly: boolean },
  written: keyof typeof starts,
  language: Language,
): string => {
  if (!isDayOnly) return starts[written](startsAt, language)
  if (written === 'kickOff') return formatWeekDay(startsAt, language)
  return formatterOf(language, { day: '2-digit', month: '2-digit' }).format(new Date(startsAt))
}

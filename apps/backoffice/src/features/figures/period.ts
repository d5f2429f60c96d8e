import type { DataOf } from '../../shared/api.ts'
import type { MoneyLine } from '../../shared/MoneyLines.tsx'

/** A day or month of the house. */
export type Period = DataOf<'GET /api/backoffice/books/periods'>['periods'][number]

export const keyOf = ({ period }: Period): string => period

type Asked = { from: string; until: string; by: 'day' | 'month' }

const DAY_MS = 86_400_000
const DAYS = 30
const MONTHS = 12

/**
 * The periods in the address: `de` and `ate` are days, `por=mes` means months. Default: the last thirty days or twelve
 * months, Brazilian time.
 */
export function askedOf(get: (name: string) => string, now: Date): Asked {
  const by = get('por') === 'mes' ? 'month' : 'day'
  const until = isDay(get('ate')) ? get('ate') : dayOfHouse(now)
  const from = isDay(get('de')) ? get('de') : by === 'day' ? daysBefore(until, DAYS - 1) : yearBefore(until)
  return { from, until, by }
}

const isDay = (typed: string): boolean =>
  /^20\d{2}-\d{2}-\d{2}$/.test(typed) && !Number.isNaN(Date.parse(typed))

/** Brazil has no daylight saving, three hours behind UTC. */
const dayOfHouse = (now: Date): string => isoDay(now.getTime() - 3 * 3_600_000)
const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const daysBefore = (day: string, days: number): string => isoDay(Date.parse(day) - days * DAY_MS)

/** The first day of the month eleven months before this one's. */
function yearBefore(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return isoDay(Date.UTC(year, month - MONTHS, 1))
}

/** A period's values for the two plots, in line order. */
export const earned: readonly (MoneyLine & { of: keyof Period })[] = [
  { name: 'figures.column.sportsbook', colour: '--play', of: 'sportsbookCents' },
  { name: 'figures.column.ownGames', colour: '--win', of: 'ownGamesCents' },
  { name: 'figures.column.studios', colour: '--brand-line', of: 'studiosCents' },
]
export const moved: readonly (MoneyLine & { of: keyof Period })[] = [
  { name: 'figures.column.deposits', colour: '--win', of: 'depositsCents' },
  { name: 'figures.column.withdrawals', colour: '--loss', of: 'withdrawalsCents' },
  { name: 'figures.column.bonuses', colour: '--brand-line', of: 'bonusesGrantedCents' },
]

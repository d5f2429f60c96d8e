import type { BreakLength } from '@palpite/contract'
import { useFormat } from '../../../shared/format/use-format.ts'
import type { Limit } from '../../../shared/limits.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'

export const kindTexts: Readonly<Record<Limit['kind'], TextKey>> = {
  deposit: 'protection.kind.deposit',
  loss: 'protection.kind.loss',
  stake: 'protection.kind.stake',
  bets: 'protection.kind.bets',
  time: 'protection.kind.time',
}

export const periodTexts: Readonly<Record<Limit['period'], TextKey>> = {
  day: 'protection.period.day',
  week: 'protection.period.week',
  month: 'protection.period.month',
}

/** Whether a limit is one of money; the others are of bets or of minutes. */
export const isMoney = (kind: Limit['kind']): boolean => kind !== 'bets' && kind !== 'time'

/** Writes an amount of a limit: money, a number of bets, or minutes. */
export const useAmountText = () => {
  const format = useFormat()
  return (kind: Limit['kind'], amount: number): string => {
    if (kind === 'bets') return String(amount)
    return kind === 'time' ? format.unit(amount, 'minute') : format.money(amount)
  }
}

const lengths = {
  '24h': { count: 24, unit: 'hour' },
  '48h': { count: 48, unit: 'hour' },
  '7d': { count: 7, unit: 'day' },
  '30d': { count: 30, unit: 'day' },
  '6w': { count: 6, unit: 'week' },
  '3m': { count: 3, unit: 'month' },
  '6m': { count: 6, unit: 'month' },
  '12m': { count: 12, unit: 'month' },
  '5y': { count: 5, unit: 'year' },
} as const

/** Writes how long a break lasts: `24 horas`, `Para sempre`. */
export const useLengthText = () => {
  const t = useText()
  const { unit } = useFormat()
  return (length: BreakLength): string =>
    length === 'forever' ? t('protection.length.forever') : unit(lengths[length].count, lengths[length].unit)
}

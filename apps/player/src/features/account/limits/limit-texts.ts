import { type BreakLength, breakSpans } from '@palpite/contract'
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

/** Formats a limit: money, a number of bets, or hours and minutes. */
export const useAmountText = () => {
  const format = useFormat()
  return (kind: Limit['kind'], amount: number): string => {
    if (kind === 'bets') return String(amount)
    return kind === 'time' ? format.elapsed(amount * 60_000) : format.money(amount)
  }
}

/** Formats a break's duration: `24 horas`, `Para sempre`. */
export const useLengthText = () => {
  const t = useText()
  const { unit } = useFormat()
  return (length: BreakLength): string => {
    const span = breakSpans[length]
    return span === null ? t('protection.length.forever') : unit(span.count, span.unit)
  }
}

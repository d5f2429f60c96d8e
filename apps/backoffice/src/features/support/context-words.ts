import type { DataOf } from '../../shared/api.ts'
import { useFormat } from '../../shared/format.ts'
import { type TextKey, useText } from '../../shared/text.ts'

/** A player in short. */
export type Context = DataOf<'GET /api/backoffice/players/:playerId/context'>
type Payment = Context['payments'][number]
type Limit = Context['limits'][number]
type Break = Context['breaks'][number]

export const paymentNames = {
  deposit: 'support.payment.deposit',
  withdrawal: 'support.payment.withdrawal',
} as const satisfies Record<Payment['kind'], TextKey>

export const stateNames = {
  waiting: 'support.payment.waiting',
  done: 'support.payment.done',
  ended: 'support.payment.ended',
} as const satisfies Record<Payment['state'], TextKey>

export const stateTones = { waiting: 'warn', done: 'win', ended: 'neutral' } as const

export const limitNames = {
  deposit: 'support.limit.deposit',
  loss: 'support.limit.loss',
  stake: 'support.limit.stake',
  bets: 'support.limit.bets',
  time: 'support.limit.time',
} as const satisfies Record<Limit['kind'], TextKey>

export const periodNames = {
  day: 'support.period.day',
  week: 'support.period.week',
  month: 'support.period.month',
} as const satisfies Record<Limit['period'], TextKey>

export const breakNames = {
  time_out: 'support.break.timeOut',
  exclusion: 'support.break.exclusion',
  block: 'support.break.block',
  impeded: 'support.break.impeded',
  suspended: 'support.break.suspended',
} as const satisfies Record<Break['kind'], TextKey>

export const productNames = {
  games: 'support.product.games',
  sports: 'support.product.sports',
  in_play: 'support.product.inPlay',
} as const satisfies Record<NonNullable<Break['product']>, TextKey>

/** A limit in its unit: money, bets or minutes. */
export const useLimitAmount = () => {
  const t = useText()
  const format = useFormat()
  return (kind: Limit['kind'], amount: number): string => {
    if (kind === 'bets') return t('support.limit.countBets', { count: amount })
    return kind === 'time' ? t('support.limit.countMinutes', { count: amount }) : format.money(amount)
  }
}

import type { Tone } from '@palpite/ui'
import type { DataOf } from '../../shared/api.ts'
import type { text, TextKey } from '../../shared/text.ts'

export type Review = DataOf<'GET /api/backoffice/withdrawals/reviews'>['items'][number]
export type UnderWay = DataOf<'GET /api/backoffice/withdrawals/underWay'>['items'][number]
export type Decided = DataOf<'POST /api/backoffice/withdrawals/decide'>['answers'][number]['state']

const reasons: Readonly<Record<string, TextKey>> = {
  exposed_person: 'withdrawals.reason.exposedPerson',
  large: 'withdrawals.reason.large',
  new_key: 'withdrawals.reason.newKey',
  big_win: 'withdrawals.reason.bigWin',
  bonus_open: 'withdrawals.reason.bonusOpen',
  shared_device: 'withdrawals.reason.sharedDevice',
  fast_in_out: 'withdrawals.reason.fastInOut',
  suspended: 'withdrawals.reason.suspended',
}

/** A review reason in words; an unknown one by the server's name. */
export const reasonWords = (reason: string, t: typeof text): string => {
  const key = reasons[reason]
  return key ? t(key) : reason
}

export const stateNames = {
  review: 'withdrawals.state.review',
  requested: 'withdrawals.state.requested',
  sending: 'withdrawals.state.sending',
  sent: 'withdrawals.state.sent',
  unknown: 'withdrawals.state.unknown',
} as const satisfies Record<UnderWay['state'], TextKey>

export const stateTones = {
  review: 'warn',
  requested: 'info',
  sending: 'info',
  sent: 'info',
  unknown: 'loss',
} as const satisfies Record<UnderWay['state'], Tone>

export const decidedNames = {
  sent: 'withdrawals.decided.sent',
  waits: 'withdrawals.decided.waits',
  refused: 'withdrawals.decided.refused',
  not_waiting: 'withdrawals.decided.notWaiting',
  needs_another: 'withdrawals.decided.needsAnother',
  suspended: 'withdrawals.decided.suspended',
} as const satisfies Record<Decided, TextKey>

/** An order's first letters: enough to distinguish two in a list. */
export const shortOrder = (orderId: string): string => orderId.slice(0, 8)

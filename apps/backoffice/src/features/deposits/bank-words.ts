import type { DataOf } from '../../shared/api.ts'
import type { TextKey } from '../../shared/text.ts'

export type BankOrder = DataOf<'GET /api/backoffice/bank/orders/:orderId'>
export type Webhook = BankOrder['webhooks'][number]
export type Parked = DataOf<'GET /api/backoffice/bank/webhooks/parked'>['items'][number]
type BankAnswer = DataOf<'POST /api/backoffice/bank/orders/:orderId/ask'>['heard']

export const orderStates = {
  created: 'bank.state.created',
  open: 'bank.state.open',
  credited: 'bank.state.credited',
  expired: 'bank.state.expired',
  cancelled: 'bank.state.cancelled',
  failed: 'bank.state.failed',
  rejected: 'bank.state.rejected',
  partly_reversed: 'bank.state.partlyReversed',
  reversed: 'bank.state.reversed',
  review: 'withdrawals.state.review',
  requested: 'withdrawals.state.requested',
  sending: 'withdrawals.state.sending',
  sent: 'withdrawals.state.sent',
  unknown: 'withdrawals.state.unknown',
  paid: 'bank.state.paid',
} as const satisfies Record<BankOrder['state'], TextKey>

/** Whether it succeeded, failed, or is pending. */
export const toneOf = (state: BankOrder['state']) => {
  if (state === 'credited' || state === 'paid') return 'win'
  if (state === 'unknown' || state === 'reversed' || state === 'partly_reversed') return 'loss'
  return ['expired', 'cancelled', 'failed', 'rejected'].includes(state) ? 'neutral' : 'info'
}

export const paymentStates = {
  credited: 'bank.payment.credited',
  to_return: 'bank.payment.toReturn',
  returned: 'bank.payment.returned',
} as const satisfies Record<BankOrder['payments'][number]['state'], TextKey>

export const webhookStates = {
  waits: { tone: 'info', name: 'bank.hook.waits' },
  handled: { tone: 'win', name: 'bank.hook.handled' },
  parked: { tone: 'loss', name: 'bank.hook.parked' },
} as const satisfies Record<Webhook['state'], { tone: string; name: TextKey }>

export const bankAnswerWords = {
  open: 'bank.heard.open',
  paid: 'bank.heard.paid',
  removed: 'bank.heard.removed',
  absent: 'bank.heard.absent',
  silent: 'bank.heard.silent',
  asked: 'bank.heard.asked',
  not_asked: 'bank.heard.notAsked',
} as const satisfies Record<BankAnswer, TextKey>

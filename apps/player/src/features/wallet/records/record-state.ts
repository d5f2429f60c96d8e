import type { Calls } from '@palpite/contract'
import type { Glyph, Tone } from '@palpite/ui'
import type { TextKey } from '../../../shared/text/keys.ts'

export type WalletRecord = Calls['GET /api/app/order/records']['data']['records'][number]

/** A record's displayed state. */
type StatusView = { tone: Tone; icon: Glyph; text: TextKey }

const statuses: Record<WalletRecord['status'], StatusView> = {
  '00': { tone: 'info', icon: 'clock-fill', text: 'wallet.status.pending' },
  '10': { tone: 'win', icon: 'check-circle-fill', text: 'wallet.status.paid' },
  '01': { tone: 'neutral', icon: 'x-circle-fill', text: 'wallet.status.cancelled' },
  '-01': { tone: 'neutral', icon: 'x-circle-fill', text: 'wallet.status.failed' },
  '99': { tone: 'warn', icon: 'spinner-gap-bold', text: 'wallet.status.paying' },
  '-99': { tone: 'warn', icon: 'spinner-gap-bold', text: 'wallet.status.paying' },
}
type Reason = NonNullable<WalletRecord['reason']>
/** Shown beside the status, which stays unchanged. */
const notes: Partial<Record<Reason, TextKey>> = {
  other_amount: 'wallet.records.otherAmount',
  again: 'wallet.records.again',
  late: 'wallet.records.cameLate',
  discount_used: 'wallet.records.discountUsed',
  taken_back: 'wallet.records.takenBack',
  partly_taken_back: 'wallet.records.partlyTakenBack',
}
const reasons: Partial<Record<Reason, StatusView>> = {
  other_payer: { tone: 'info', icon: 'arrow-u-up-left', text: 'wallet.status.returned' },
  taken_back: { tone: 'neutral', icon: 'arrow-u-up-left', text: 'wallet.status.returned' },
  partly_taken_back: { tone: 'info', icon: 'arrow-u-up-left', text: 'wallet.status.partlyReturned' },
  owes_money: { tone: 'info', icon: 'arrow-u-up-left', text: 'wallet.status.stoppedOwed' },
  in_review: { tone: 'info', icon: 'clock-fill', text: 'wallet.status.inReview' },
  key_waits: { tone: 'info', icon: 'clock-fill', text: 'wallet.status.keyWaits' },
  refused: { tone: 'neutral', icon: 'x-circle-fill', text: 'wallet.status.refused' },
}

/** A top-up's or withdrawal's state: by its reason if present, else its status. */
export const recordStateOf = ({ reason, status }: WalletRecord): StatusView =>
  (reason && reasons[reason]) ?? statuses[status]

/** A record's note about how its money arrived or went back. */
export const noteOf = ({ reason }: WalletRecord): TextKey | undefined => (reason ? notes[reason] : undefined)

/** A pending withdrawal: only these have a promised time. */
export const isUnderWay = ({ type, promisedAt }: WalletRecord): boolean =>
  type === '11' && promisedAt !== null

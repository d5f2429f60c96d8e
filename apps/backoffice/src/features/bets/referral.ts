import type { Tone } from '@palpite/ui'
import type { DataOf } from '../../shared/api.ts'
import type { TextKey } from '../../shared/text.ts'

/** A bet above its limit, which its player asked a trader to accept. */
export type Referral = DataOf<'GET /api/backoffice/bets/referrals'>['items'][number]

export const referralNames = {
  waiting: 'referrals.status.waiting',
  accepted: 'referrals.status.accepted',
  refused: 'referrals.status.refused',
  failed: 'referrals.status.failed',
  cancelled: 'referrals.status.cancelled',
  over: 'referrals.status.over',
} as const satisfies Record<Referral['status'], TextKey>

export const referralTones: Readonly<Record<Referral['status'], Tone>> = {
  waiting: 'warn',
  accepted: 'win',
  refused: 'neutral',
  failed: 'loss',
  cancelled: 'neutral',
  over: 'neutral',
}

/** Which ones are listed; those that wait by default. */
export const referralViews = {
  ...referralNames,
  all: 'bets.view.all',
} as const satisfies Record<string, TextKey>

const refusalNames: Readonly<Record<string, TextKey>> = {
  price_changed: 'referrals.refusal.price',
  market_closed: 'referrals.refusal.closed',
  insufficient_funds: 'referrals.refusal.funds',
  stake_above_max: 'referrals.refusal.limit',
}

/** Why an accepted bet was not placed; rules of the player, such as a limit of its own, are not named here. */
export const refusalName = (code: string): TextKey => refusalNames[code] ?? 'referrals.refusal.other'

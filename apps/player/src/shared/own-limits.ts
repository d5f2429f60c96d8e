import type { RefusalCode } from '@palpite/contract'

/** Refusals that come from what a player has set themselves: each leads to where it can be looked at. */
const ownRefusals: ReadonlySet<string> = new Set([
  'daily_loss_limit',
  'loss_limit',
  'stake_limit',
  'bet_count_limit',
  'deposit_limit',
  'time_limit',
  'on_time_out',
  'impeded',
  'self_excluded',
  'product_blocked',
])

/** Whether a refusal comes from a limit or a break of the player. */
export const isOwnLimit = (code: string | undefined): boolean => code !== undefined && ownRefusals.has(code)

/** Refusals by which no play of the player goes on at all, for as long as their reason lasts. */
const endingRefusals: ReadonlySet<string> = new Set<RefusalCode>([
  'blocked_by_policy',
  'kyc_needed',
  'identity_not_confirmed',
  'documents_needed',
  'impeded',
  'self_excluded',
  'on_time_out',
  'product_blocked',
  'owes_money',
])

/** Whether a refusal says that the player may not go on, and so may have the stake of a round back that cannot be ended yet. */
export const stopsPlay = (code: string | undefined): boolean => code !== undefined && endingRefusals.has(code)

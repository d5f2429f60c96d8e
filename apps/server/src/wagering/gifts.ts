import { readPlayerStatuses } from '../identity/index.ts'
import { lockAccounts } from '../ledger/index.ts'
import { selectClockMs } from '../platform/db/queries.ts'
import type { Tx } from '../platform/db/index.ts'
import { refuse, type Result } from '../platform/result.ts'
import { type CompliancePolicy, type OnBreak, readOnBreak } from '../protection/index.ts'
import { present } from '../platform/errors.ts'
import { insertGiftDay, lockGiftDay, updateGiftDay } from './queries.ts'
import type { WageringSettings } from './settings.ts'

/** A gift that an operator or a promotion wants to give. `worthCents` is the total that the house would stake. */
type Gift = { playerId: number; worthCents: number; endsAt: Date }

export type GiftRefusal =
  | 'not_found'
  | 'blocked_by_policy'
  | 'kyc_needed'
  | 'stake_above_max'
  | 'gifts_day_bound'
  | 'bad_request'
  | OnBreak['refusal']['code']

/** The policy that gifts must follow, and the daily limit of the operator who gives; promotions have none here. */
export type GiftNeeds = { policy: Pick<CompliancePolicy, 'canReward' | 'version'>; bound?: GiftBound }

type Refused = Extract<Result<never, GiftRefusal>, { ok: false }>

/** The longest time between granting a gift and its end. */
const MAX_MS = 90 * 24 * 60 * 60 * 1000
/** The maximum of one gift, from an operator or a promotion. */
const MAX_GIFT_CENTS = 1_000_000

/**
 * Returns a function that gives the refusal of a gift, or undefined if it may be granted. Refused: unknown players,
 * closed accounts, the policy in force, a break or suspension, more than the maximum of one gift or of its operator's
 * day, and an end in the past or too far ahead by the database's clock. Locks the players' accounts, so that a
 * concurrent repeat of the request waits and finds the first one's gift.
 */
export async function admitGifts(
  tx: Tx,
  { policy, bound }: GiftNeeds,
  playerIds: readonly number[],
): Promise<(gift: Gift) => Refused | undefined> {
  const known = (await readPlayerStatuses(tx, [...new Set(playerIds)])).map(({ playerId }) => playerId)
  const [, statuses, nowMs, onBreak] = await Promise.all([
    lockAccounts(tx, known),
    readPlayerStatuses(tx, known), // an account may have been closed before its lock was free
    selectClockMs(tx),
    readOnBreak(tx, known),
  ])
  const statusOf = new Map(statuses.map((one) => [one.playerId, one] as const))
  let leftCents = bound?.leftCents ?? Number.MAX_SAFE_INTEGER
  return ({ playerId, worthCents, endsAt }) => {
    const status = statusOf.get(playerId)
    if (!status) return refuse('not_found')
    if (status.isClosed) return refuse('blocked_by_policy')
    const { isTest: isTestAccount, isIdentified } = status
    const may = policy.canReward('promotions', { isTestAccount, isIdentified })
    if (!may.ok) return may
    const paused = onBreak.get(playerId)
    if (paused) return paused
    if (worthCents > MAX_GIFT_CENTS) {
      return refuse('stake_above_max', {
        values: { maxCents: MAX_GIFT_CENTS },
        detail: { maxStakeCents: MAX_GIFT_CENTS },
      })
    }
    const isBeyond = bound && refuseBeyondDay({ ...bound, leftCents }, worthCents)
    if (isBeyond) return isBeyond
    const waitsMs = endsAt.getTime() - nowMs
    if (waitsMs <= 0 || waitsMs > MAX_MS) {
      return refuse('bad_request', { values: { field: 'endsAt' }, detail: { field: 'endsAt' } })
    }
    leftCents -= worthCents
    return undefined
  }
}

/** The daily gift limit of an operator, and what is left of it. */
export type GiftBound = { maxCents: number; leftCents: number }

/**
 * What an operator may still give today, in America/Sao_Paulo. Locks the operator's row of the day, so that the later
 * of two concurrent gifts sees the earlier one. Must be called before the players' accounts are locked.
 */
export async function lockOperatorGifts(
  tx: Tx,
  { operatorGiftsADayCents: maxCents }: WageringSettings,
  operatorId: number,
): Promise<GiftBound> {
  const [, given] = await Promise.all([insertGiftDay(tx, operatorId), lockGiftDay(tx, operatorId)])
  const { givenCents } = present(given[0], 'the day of an operator')
  return { maxCents, leftCents: Math.max(0, maxCents - givenCents) }
}

/** Counts a gift of an operator, in its transaction. */
export const countOperatorGift = (tx: Tx, operatorId: number, cents: number) =>
  updateGiftDay(tx, operatorId, cents)

/** The refusal of a gift of this worth; undefined if its operator may still give it today. */
export const refuseBeyondDay = (
  { maxCents, leftCents }: GiftBound,
  worthCents: number,
): Extract<Result<never, 'gifts_day_bound'>, { ok: false }> | undefined =>
  worthCents > leftCents
    ? refuse('gifts_day_bound', { values: { maxCents }, detail: { leftCents } })
    : undefined

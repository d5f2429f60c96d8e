import type { Deps } from '../../platform/deps.ts'
import type { Tx } from '../../platform/db/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { admitGifts, type GiftNeeds, type GiftRefusal } from '../../wagering/index.ts'
import {
  type GivenRow,
  insertFreeBets,
  revokeUnused,
  selectGiven,
  type FreeBetKind,
  type FreeBetRow,
  selectFreeBets,
} from './promotion-queries.ts'
import { lockAccounts } from '../../ledger/index.ts'
import { decimalPrice, priceMilli } from '@palpite/odds'

/** `requestId` is the caller's own: repeated, it grants once. */
type GrantFreeBet = Omit<GivenRow, 'id'>

type Needs = Pick<Deps, 'random'> & GiftNeeds

type GrantRefusal = GiftRefusal | 'request_mismatch'

type Given = { freeBetId: string; isNew: boolean }

/**
 * Grants free bets for an operator or a promotion, in the caller's transaction. Returns new and earlier grants in the
 * order of the requests.
 */
export async function grantFreeBets(
  tx: Tx,
  { random, ...needs }: Needs,
  requests: readonly GrantFreeBet[],
): Promise<Result<Given, GrantRefusal>[]> {
  const playerIds = requests.map(({ playerId }) => playerId)
  const refusedGift = await admitGifts(tx, needs, playerIds)
  const earlier = await selectGiven(tx, requests)
  const given = new Map(earlier.map((row) => [keyOf(row), row]))
  const rows: (GivenRow & { policyVersion: string })[] = []

  const decide = (request: GrantFreeBet): Result<Given, GrantRefusal> => {
    const before = given.get(keyOf(request))
    if (before) {
      return isSame(before, request) ? ok({ freeBetId: before.id, isNew: false }) : refuse('request_mismatch')
    }
    const refused = refusedGift({ ...request, worthCents: request.stakeCents })
    if (refused) return refused
    const row = { ...request, id: random.hex(16), policyVersion: needs.policy.version }
    given.set(keyOf(request), row)
    rows.push(row)
    return ok({ freeBetId: row.id, isNew: true })
  }

  const answers = requests.map(decide)
  if (rows.length > 0) {
    await insertFreeBets(
      tx,
      rows.map((row) => ({ ...row, kinds: JSON.stringify(row.kinds) })),
    )
  }
  return answers
}

const keyOf = ({ playerId, requestId }: Pick<GrantFreeBet, 'playerId' | 'requestId'>) =>
  `${playerId} ${requestId}`

const isSame = (row: GivenRow, { stakeCents, minPriceMilli, kinds, endsAt }: GrantFreeBet) =>
  row.stakeCents === stakeCents &&
  row.minPriceMilli === minPriceMilli &&
  [...row.kinds].sort().join() === [...kinds].sort().join() &&
  row.endsAt.getTime() === endsAt.getTime()

/**
 * Revokes unused free bets in the transaction of the caller, and returns those revoked now. Used and expired free bets stay as
 * they are.
 */
export async function revokeFreeBets(
  tx: Tx,
  requests: readonly { playerId: number; freeBetId: string }[],
): Promise<ReadonlySet<string>> {
  // Placing and settling lock the same accounts, so a bet that uses the free bet comes wholly before or after this.
  const [, revoked] = await Promise.all([
    lockAccounts(
      tx,
      requests.map(({ playerId }) => playerId),
    ),
    revokeUnused(
      tx,
      requests.map(({ freeBetId }) => freeBetId),
      requests.map(({ playerId }) => playerId),
    ),
  ])
  return new Set(revoked.map(({ id }) => id))
}

/** A free bet under its player's account lock; `betId` is the bet that uses it, earlier ones of the list included. */
export type FreeBet = FreeBetRow

/** Reads these free bets by their ids, under the lock of their players' accounts. */
export async function readFreeBets(
  tx: Tx,
  ids: readonly string[],
  playerIds: readonly number[],
): Promise<ReadonlyMap<string, FreeBet>> {
  if (ids.length === 0) return new Map()
  return new Map((await selectFreeBets(tx, ids, playerIds)).map((row) => [row.id, row]))
}

type Bet = {
  playerId: number
  unitStakeCents: number
  folds: readonly number[]
  isEachWay?: boolean | undefined
  legs: readonly { isBanker: boolean }[]
}

/** The refusal of a bet that this free bet does not cover at these leg prices; undefined if it does. */
export function refuseFreeBet(free: FreeBet | undefined, bet: Bet, prices: readonly number[]) {
  if (free?.playerId !== bet.playerId) return refuse('not_found')
  if (free.betId !== null || free.isOver) return refuse('free_bet_over')
  const kind = kindOf(bet)
  if (!kind || !free.kinds.includes(kind)) return refuse('free_bet_kind')
  if (bet.unitStakeCents !== free.stakeCents) return refuse('free_bet_kind')
  const oddsMilli = prices.reduce((all, price) => (all * price) / 1000, 1000)
  const { minPriceMilli } = free
  if (oddsMilli >= minPriceMilli) return undefined
  return refuse('free_bet_price', {
    values: { min: decimalPrice(priceMilli(minPriceMilli)) },
    detail: { minPriceMilli },
  })
}

/** A single, or all legs in one; a system or an each-way bet may win in part. */
function kindOf({ folds, legs, isEachWay = false }: Bet): FreeBetKind | undefined {
  const isAll = folds.length === 1 && folds[0] === legs.length && !legs.some(({ isBanker }) => isBanker)
  if (!isAll || isEachWay) return undefined
  return legs.length === 1 ? 'single' : 'parlay'
}

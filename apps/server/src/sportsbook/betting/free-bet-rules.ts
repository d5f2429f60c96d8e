import { decimalPrice, priceMilli } from '@palpite/odds'
import type { Tx } from '../../platform/db/index.ts'
import { refuse } from '../../platform/result.ts'
import { type FreeBetKind, type FreeBetRow, selectFreeBets } from './free-bet-queries.ts'

/** A free bet while its player's accounts are held; `betId` is the bet that uses it, those of the list decided before included. */
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

/** Says no to a bet that this free bet does not pay for, at these prices of its legs; nothing where it does. */
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

/** A single, or all legs in one; of a system and of a bet each way a part alone may win. */
function kindOf({ folds, legs, isEachWay = false }: Bet): FreeBetKind | undefined {
  const isAll = folds.length === 1 && folds[0] === legs.length && !legs.some(({ isBanker }) => isBanker)
  if (!isAll || isEachWay) return undefined
  return legs.length === 1 ? 'single' : 'parlay'
}

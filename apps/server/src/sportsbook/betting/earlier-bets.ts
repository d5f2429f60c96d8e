import { present } from '../../platform/assert.ts'
import type { Tx } from '../../platform/db/index.ts'
import * as queries from './queries.ts'
import { showBets } from './read-bets.ts'
import type { BetAsk } from './rules.ts'
import type { ShownBet } from './show-bet.ts'

/** Bets that were placed earlier, by `requestName`: what was asked, and what is shown of them. */
export type EarlierBets = ReadonlyMap<string, { ask: BetAsk; shown: ShownBet }>

type Request = { playerId: number; requestId: string }

export const requestName = ({ playerId, requestId }: Request) => `${playerId}:${requestId}`

/** What these requests placed earlier; of those that placed nothing, nothing. */
export async function readEarlierBets(tx: Tx, asks: readonly Request[]): Promise<EarlierBets> {
  const earlier = await queries.selectEarlier(
    tx,
    asks.map(({ playerId }) => playerId),
    asks.map(({ requestId }) => requestId),
  )
  if (earlier.length === 0) return new Map()
  const ids = earlier.map(({ id }) => id)
  const rows = new Map((await queries.selectBets(tx, ids)).map((row) => [row.id, row]))
  const shown = new Map((await showBets(tx, ids)).map((bet) => [Number(bet.betId), bet]))
  return new Map(
    earlier.map((one) => [
      requestName(one),
      earlierBet(present(rows.get(one.id), 'a bet'), present(shown.get(one.id), 'a bet to show')),
    ]),
  )
}

function earlierBet({ stakeCents, askedPriceMilli, accept }: queries.BetRow, shown: ShownBet) {
  const outcomeId = Number(present(shown.legs[0], 'the leg of a single').outcomeId)
  return { ask: { stakeCents, outcomeId, priceMilli: askedPriceMilli, accept }, shown }
}

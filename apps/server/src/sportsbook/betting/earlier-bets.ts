import { present } from '../../platform/assert.ts'
import type { Sql } from '../../platform/db/index.ts'
import { type BetRequest, type PlaceBet, requestName } from './bet-request.ts'
import * as queries from './queries.ts'
import { readWireBets } from './read-bets.ts'
import type { WireBet } from './wire-bet.ts'

/** Bets that were placed earlier, by `requestName`: what was asked, and what is shown of them. */
export type EarlierBets = ReadonlyMap<
  string,
  { request: BetRequest & { isOffered: boolean }; shown: WireBet }
>

/** What these requests placed earlier; of those that placed nothing, nothing. */
export async function readEarlierBets(
  sql: Sql,
  requests: readonly Pick<PlaceBet, 'playerId' | 'requestId'>[],
): Promise<EarlierBets> {
  const earlier = await queries.selectEarlier(
    sql,
    requests.map(({ playerId }) => playerId),
    requests.map(({ requestId }) => requestId),
  )
  if (earlier.length === 0) return new Map()
  const ids = earlier.map(({ id }) => id)
  const rows = new Map((await queries.selectBets(sql, ids)).map((row) => [row.id, row]))
  const legs = Map.groupBy(await queries.selectRequestedLegs(sql, ids), ({ betId }) => betId)
  const shown = new Map((await readWireBets(sql, ids)).map((bet) => [Number(bet.betId), bet]))
  return new Map(
    earlier.map((one) => [
      requestName(one),
      {
        request: requestOf(
          present(rows.get(one.id), 'a bet'),
          present(legs.get(one.id), 'the legs of a bet'),
        ),
        shown: present(shown.get(one.id), 'a bet to show'),
      },
    ]),
  )
}

const requestOf = (
  { unitStakeCents, folds, isEachWay, accept, withinBps, freeBetId, boost, isOffered }: queries.BetRow,
  legs: readonly queries.RequestedLegRow[],
): BetRequest & { isOffered: boolean } => ({
  isOffered,
  unitStakeCents,
  folds,
  isEachWay,
  accept,
  withinBps: withinBps ?? undefined,
  freeBetId: freeBetId ?? undefined,
  priceBoostId: boost?.kind === 'price' ? boost.boostId : undefined,
  legs: legs.map(({ outcomeId, priceMilli, isBanker, minPriceMilli }) => ({
    outcomeId,
    priceMilli,
    isBanker,
    minPriceMilli: minPriceMilli ?? undefined,
  })),
})

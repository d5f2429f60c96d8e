import type { Sql } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { readQuotes } from '../betting/read-quotes.ts'
import { simulatorPlays } from '../../platform/config.ts'
import { selectStanding, type StandingBet } from '../settlement/standing-queries.ts'
import type { SportsbookSettings } from '../settings.ts'
import { selectOutcomesBeside, selectPricedFrom } from './queries.ts'
import type { OfferState } from './leg-now.ts'
import { type Offer, offerFor } from './rules.ts'

/** Current offers for each of these bets, of one player or of all; none for bets that cannot be cashed out. */
export async function readOffers(
  { db: sql, config }: Pick<Deps, 'db' | 'config'>,
  settings: SportsbookSettings,
  { playerId, betIds }: { playerId?: number; betIds: readonly number[] },
): Promise<Map<number, Offer>> {
  const bets = (await selectStanding(sql, betIds)).filter(
    (bet) => playerId === undefined || bet.playerId === playerId,
  )
  const needs = { ...settings, simulatorPlays: simulatorPlays(config) }
  const state = await readOfferState(sql, await besideOutcomes(sql, bets), needs)
  return new Map(
    bets.flatMap((bet) => {
      const offer = offerFor(bet, state, settings)
      return offer.ok ? [[bet.id, offer.value] as const] : []
    }),
  )
}

export const outcomesOf = (bets: readonly StandingBet[]): number[] => [
  ...new Set(bets.flatMap(({ legs }) => legs.map(({ outcomeId }) => outcomeId))),
]

/** The outcomes whose quotes determine the value of these bets. */
export const besideOutcomes = async (sql: Sql, bets: readonly StandingBet[]): Promise<number[]> => {
  const outcomeIds = outcomesOf(bets)
  if (outcomeIds.length === 0) return []
  return (await selectOutcomesBeside(sql, outcomeIds)).map(({ outcomeId }) => outcomeId)
}

/** Everything these outcomes are valued by, read in one pipeline: under a lock, all of it is of one moment. */
export async function readOfferState(
  sql: Sql,
  outcomeIds: readonly number[],
  needs: Parameters<typeof readQuotes>[2],
): Promise<OfferState> {
  if (outcomeIds.length === 0) return { quotes: new Map(), pricedFrom: new Map() }
  const [quotes, pricedFrom] = await Promise.all([
    readQuotes(sql, outcomeIds, needs),
    selectPricedFrom(sql, outcomeIds),
  ])
  return { quotes, pricedFrom: new Map(pricedFrom.map((one) => [one.fixtureId, one])) }
}

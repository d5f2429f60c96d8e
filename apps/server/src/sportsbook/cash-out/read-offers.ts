import type { Sql } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { OutcomePlace } from '../betting/queries.ts'
import { fixturesOf } from '../betting/quote-rows.ts'
import { readQuotesAt } from '../betting/read-quotes.ts'
import { simulatorPlays } from '../../platform/config.ts'
import { readStanding, type StandingBet } from '../settlement/standing-queries.ts'
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
  const bets = (await readStanding(sql, betIds)).filter(
    (bet) => playerId === undefined || bet.playerId === playerId,
  )
  const needs = { ...settings, simulatorPlays: simulatorPlays(config) }
  const state = await readOfferState(sql, await readBeside(sql, bets), needs)
  return new Map(
    bets.flatMap((bet) => {
      const offer = offerFor(bet, state, settings)
      return offer.ok ? [[bet.id, offer.value] as const] : []
    }),
  )
}

/** The outcomes whose quotes determine the value of these bets: their own among them. */
export const readBeside = async (sql: Sql, bets: readonly StandingBet[]): Promise<OutcomePlace[]> => {
  const marketIds = new Set(bets.flatMap(({ legs }) => legs.map(({ marketId }) => marketId)))
  return marketIds.size === 0 ? [] : selectOutcomesBeside(sql, [...marketIds])
}

/** Everything these outcomes are valued by, read in one pipeline: under a lock, all of it is of one moment. */
export async function readOfferState(
  sql: Sql,
  places: readonly OutcomePlace[],
  needs: Parameters<typeof readQuotesAt>[2],
): Promise<OfferState> {
  if (places.length === 0) return { quotes: new Map(), pricedFrom: new Map() }
  const [quotes, pricedFrom] = await Promise.all([
    readQuotesAt(sql, places, needs),
    selectPricedFrom(sql, fixturesOf(places)),
  ])
  return { quotes, pricedFrom: new Map(pricedFrom.map((one) => [one.fixtureId, one])) }
}

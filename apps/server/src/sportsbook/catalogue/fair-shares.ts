import type { SportState } from '@palpite/contract'
import type { LegShares } from '@palpite/odds'
import type { EachWay, FairMarket, SportAdapter } from '../sports/adapter.ts'
import { type MarketKey, marketKey } from '../sports/offers.ts'
import { sportOf } from '../sports/table.ts'
import type { PricedFixture } from './price-fixture.ts'

/** What a fixture is worth as it stands: its markets by their keys, and the places of an each-way bet. */
type Fair = { markets: ReadonlyMap<string, FairMarket>; eachWay: EachWay | undefined }

/**
 * As many matches as bets are cashed out on in the same minute. What one is worth takes 7 to 35 ms to work out, and some
 * hundred kilobytes to keep.
 */
const MAX_KEPT = 128
const kept = new Map<string, Fair>()

const QUARTERS_A_PLACE = 4

/**
 * What share of a stake on an outcome is won on average and what share is given back, by the model that prices its match.
 * Nothing where its match has no model, or the model prices no such market as the match stands.
 */
export function fairShares(fixture: PricedFixture, market: MarketKey, code: string): LegShares | undefined {
  if (fixture.model === null || fixture.model === undefined) return undefined
  const { markets, eachWay } = fairOf(fixture)
  if (market.type.endsWith('.each_way')) {
    const isSame = eachWay && eachWay.terms.places * QUARTERS_A_PLACE === market.lineQuarters
    const placed = isSame ? eachWay.chances.get(code) : undefined
    return placed === undefined ? undefined : { won: placed, refunded: 0 }
  }
  const { outcomes = [], refunded = 0 } = markets.get(marketKey(market)) ?? {}
  const found = outcomes.find(({ outcome }) => outcome === code)
  return found && { won: found.chance * (1 - refunded), refunded }
}

function fairOf({ sport, model, ...standing }: PricedFixture): Fair {
  const key = JSON.stringify([sport, model, standing])
  const known = kept.get(key)
  kept.delete(key)
  const fair = known ?? workOut({ sport, model, ...standing })
  kept.set(key, fair)
  if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value ?? '')
  return fair
}

function workOut({ sport, model, ...standing }: PricedFixture): Fair {
  const adapter: SportAdapter<unknown, SportState> = sportOf(sport)
  const read = adapter.models.parse(model)
  const markets = adapter.fair(read, standing, 'all').map((one) => {
    const { type, period, lineQuarters = null, side = null } = one.market
    return [marketKey({ type, period, lineQuarters, side }), one] as const
  })
  return { markets: new Map(markets), eachWay: adapter.placeTerms?.(read, standing) }
}

import type { SportState } from '@palpite/contract'
import { builderPrice, type BuilderPrice, type OfferedSingle } from '@palpite/odds/football'
import type { SportsbookSettings } from '../settings.ts'
import { isInPlay } from '../sports/match-status.ts'
import { type MarketKey, refOf } from '../sports/offers.ts'
import type { SportAdapter } from '../sports/adapter.ts'
import { sportOf } from '../sports/table.ts'
import type { PricedFixture } from './price-fixture.ts'

export type BuilderRules = Pick<SportsbookSettings, 'builderMarginBps' | 'marginsBps'>

/** One selection of a bet builder, or an outcome that is offered by itself. */
export type Offered = MarketKey & { code: string; priceMilli: number }

/**
 * The price of a bet builder as its match stands, from the grids that its singles are priced from; of a match whose
 * prices come from elsewhere there is none.
 */
export function priceBuilder(
  fixture: PricedFixture,
  selections: readonly Offered[],
  singles: readonly Offered[],
  { builderMarginBps, marginsBps }: BuilderRules,
): BuilderPrice | undefined {
  const grids = gridsOf(fixture)
  if (!grids) return undefined
  const extra = isInPlay(fixture.matchStatus) ? marginsBps.inPlayExtra : 0
  return builderPrice(selections.map(toSingle), grids, {
    marginBps: builderMarginBps + extra,
    singles: singles.map(toSingle),
  })
}

type Grids = ReturnType<NonNullable<SportAdapter<unknown, SportState>['jointGrids']>>

/** A tenth of a megabyte each: the matches that builders are priced on in the same minute. */
const MAX_KEPT = 64
const kept = new Map<string, Grids>()

/**
 * The grids of a match as it stands. Bets on a match are decided while it is held, and one on its halves costs some twenty
 * milliseconds to work out anew, five times what it costs from grids that are there.
 */
function gridsOf({ sport, model, ...standing }: PricedFixture): Grids {
  if (model === null) return undefined
  const key = JSON.stringify([sport, model, standing])
  const adapter: SportAdapter<unknown, SportState> = sportOf(sport)
  const grids = kept.has(key) ? kept.get(key) : adapter.jointGrids?.(adapter.models.parse(model), standing)
  kept.delete(key)
  kept.set(key, grids)
  if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value ?? '')
  return grids
}

const toSingle = ({ code, priceMilli, ...market }: Offered): OfferedSingle => ({
  market: refOf(market),
  outcome: code,
  priceMilli,
})

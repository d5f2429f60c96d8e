import type { SportState } from '@palpite/contract'
import { builderPrice, type BuilderPrice, type OfferedSingle } from '@palpite/odds/football'
import type { SportsbookSettings } from '../settings.ts'
import { isInPlay, type MarketKey, refOf, type SportAdapter, sportOf } from '../sports/index.ts'
import type { PricedFixture } from './price-fixture.ts'

export type BuilderRules = Pick<SportsbookSettings, 'builderMarginBps' | 'marginsBps'>

/** One selection of a bet builder, or an outcome that is offered by itself. */
export type Offered = MarketKey & { code: string; priceMilli: number }

/**
 * The price of a bet builder as its match stands, from the grids that its singles are priced from; of a match whose
 * prices come from elsewhere there is none.
 */
export function priceBuilder(
  { sport, model, ...standing }: PricedFixture,
  selections: readonly Offered[],
  singles: readonly Offered[],
  { builderMarginBps, marginsBps }: BuilderRules,
): BuilderPrice | undefined {
  const adapter: SportAdapter<unknown, SportState> = sportOf(sport)
  const grids = model === null ? undefined : adapter.jointGrids?.(adapter.models.parse(model), standing)
  if (!grids) return undefined
  const extra = isInPlay(standing.matchStatus) ? marginsBps.inPlayExtra : 0
  return builderPrice(selections.map(toSingle), grids, {
    marginBps: builderMarginBps + extra,
    singles: singles.map(toSingle),
  })
}

const toSingle = ({ code, priceMilli, ...market }: Offered): OfferedSingle => ({
  market: refOf(market),
  outcome: code,
  priceMilli,
})

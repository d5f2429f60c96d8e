import type { PublicEvents } from '@palpite/contract'
import { type Fixture, hasField, type Market } from './fixture.ts'

type Prices = PublicEvents['prices']
type MarketChange = Prices['markets'][number]

/** A fixture with an applied push; `hasGap` if something was missed and it must be reloaded. */
type Merged = { fixture: Fixture; hasGap: boolean }

/**
 * Applies pushed prices to a fixture. A push that is not newer changes nothing. A push for lists has all main markets;
 * one for the whole fixture has only changes after its version `since`, so it applies to that version or a newer one.
 */
export const mergePrices = (held: Fixture, prices: Prices): Merged => {
  if (prices.version <= held.version) return { fixture: held, hasGap: false }
  if (prices.scope === 'main') return mergeMain(held, prices)
  const isKnown = ({ marketId, about }: MarketChange) =>
    about !== undefined || held.markets.some((market) => market.marketId === marketId)
  if (prices.since > held.version || !prices.markets.every(isKnown)) return { fixture: held, hasGap: true }
  const changes = new Map(prices.markets.map((change) => [change.marketId, change]))
  const kept = held.markets.map((market) => {
    const change = changes.get(market.marketId)
    changes.delete(market.marketId)
    if (change) return changed(market, change)
    return prices.isStopped ? suspended(market) : market
  })
  const added = [...changes.values()].flatMap((change) => toMarket(held, change) ?? [])
  const markets = added.length > 0 ? [...kept, ...added].toSorted(byPlace) : kept
  return { fixture: { ...held, ...fixtureState(prices), markets }, hasGap: false }
}

const mergeMain = (held: Fixture, prices: Prices): Merged => {
  const known = new Map(held.markets.map((market) => [market.marketId, market]))
  const markets = prices.markets.flatMap((change) => {
    const market = known.get(change.marketId)
    return market ? [changed(market, change)] : (toMarket(held, change) ?? [])
  })
  return { fixture: { ...held, ...fixtureState(prices), markets }, hasGap: false }
}

const fixtureState = ({ version, matchStatus, clock, homeScore, awayScore, state, marketCount }: Prices) => ({
  version,
  matchStatus,
  clock,
  homeScore,
  awayScore,
  state,
  marketCount,
})

const changed = (market: Market, { status, outcomes }: MarketChange): Market => {
  const fresh = new Map(outcomes.map((outcome) => [outcome[0], outcome]))
  return {
    ...market,
    status,
    outcomes: market.outcomes.map((outcome) => {
      const [, priceMilli = outcome.priceMilli, own = outcome.status, result = null] =
        fresh.get(outcome.outcomeId) ?? []
      return { ...outcome, priceMilli, status: own, result }
    }),
  }
}

const suspended = (market: Market): Market =>
  market.status === 'open'
    ? {
        ...market,
        status: 'suspended',
        outcomes: market.outcomes.map((outcome) => ({ ...outcome, status: 'suspended' })),
      }
    : market

/** A new market; undefined if the push does not describe it. */
const toMarket = (
  fixture: Fixture,
  { marketId, status, outcomes, about }: MarketChange,
): Market | undefined =>
  about && {
    marketId,
    type: about.type,
    period: about.period,
    periodCode: about.periodCode,
    lineQuarters: about.lineQuarters,
    side: about.side,
    status,
    outcomes: outcomes.map(([outcomeId, priceMilli, own, result = null], at) => {
      const code = about.codes[at] ?? ''
      const place = hasField(fixture) ? Number(code) : code === 'home' ? 1 : code === 'away' ? 2 : 0
      const name = fixture.participants.find((one) => one.place === place)?.name ?? null
      return { outcomeId, code, name, priceMilli, status: own, result }
    }),
  }

/** The server's order of markets: by creation. */
const byPlace = (one: Market, other: Market): number => Number(one.marketId) - Number(other.marketId)

/** The newer of two versions of a fixture: an answer that was pending during a push must not revert it. */
export const newerFixture = (held: Fixture | undefined, answered: Fixture): Fixture =>
  held && held.fixtureId === answered.fixtureId && held.version > answered.version ? held : answered

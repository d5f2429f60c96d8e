import type { Fixture, Market } from '../../../shared/fixture.ts'
import { isNamed } from '../market-texts.ts'
import type { League } from './leagues.ts'

/** One kind of market that a list can show: its type and the stretch of play. */
export type ListMarket = { key: string; type: string; period: string; codes: readonly string[] }

const keyOf = ({ type, period }: Pick<Market, 'type' | 'period'>): string => `${type}:${period}`

/** Who wins comes first, whatever order the server gave. */
const isOfWinner = ({ type }: ListMarket): boolean => /\.(?:1x2|winner|win)$/.test(type)

/** The kinds of markets in a list: all that any of its matches has. */
export const listMarkets = (leagues: readonly League[]): readonly ListMarket[] => {
  const found = new Map<string, ListMarket>()
  const markets = leagues.flatMap(({ fixtures }) => fixtures.flatMap((fixture) => fixture.markets))
  for (const { type, period, side, outcomes } of markets) {
    const key = keyOf({ type, period })
    if (side !== null || found.has(key) || !isNamed(type)) continue
    found.set(key, { key, type, period, codes: outcomes.map(({ code }) => code) })
  }
  const all = [...found.values()]
  return [...all.filter(isOfWinner), ...all.filter((market) => !isOfWinner(market))]
}

/** The first markets whose prices stand side by side in so many columns; one at least. */
export const marketsWithin = (markets: readonly ListMarket[], columns: number): readonly ListMarket[] => {
  let taken = 0
  const past = markets.findIndex(({ codes }) => (taken += codes.length) > columns)
  return past < 0 ? markets : markets.slice(0, Math.max(1, past))
}

/** The market of a match that a list shows. */
export const shownMarketOf = (fixture: Fixture, key: string): Market | undefined =>
  fixture.markets.find((market) => keyOf(market) === key && market.side === null)

/**
 * The same, while it can be bet on or is only stopped. The server keeps a market that was decided, as both teams having
 * scored, suspended at its last price: beside open ones it shows no padlock, because it will not open again.
 */
export const offeredMarketOf = (fixture: Fixture, key: string): Market | undefined => {
  const market = shownMarketOf(fixture, key)
  const isOver = market?.status === 'suspended' && fixture.markets.some(({ status }) => status === 'open')
  return isOver ? undefined : market
}

/** How the prices of a kind of market stand in a row: over and under beside their line, others by themselves. */
export type RowShape = 'total' | 'handicap' | 'plain'

export const shapeOf = (codes: readonly string[], hasLine: boolean): RowShape =>
  codes.includes('over') ? 'total' : hasLine ? 'handicap' : 'plain'

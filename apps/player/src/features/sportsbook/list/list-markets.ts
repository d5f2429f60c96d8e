import type { Fixture, Market } from '../../../shared/fixture.ts'
import { isNamed } from '../market-texts.ts'
import type { League } from './leagues.ts'

/** A market of a list: type and period. */
export type ListMarket = { key: string; type: string; period: string; codes: readonly string[] }

const keyOf = ({ type, period }: Pick<Market, 'type' | 'period'>): string => `${type}:${period}`

/** The match winner comes first, whatever the server's order. */
const isOfWinner = ({ type }: ListMarket): boolean => /\.(?:1x2|winner|win)$/.test(type)

/** A list's markets: all that any of its matches has. */
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

/** The first markets that fit into this many columns; at least one. */
export const marketsWithin = (markets: readonly ListMarket[], columns: number): readonly ListMarket[] => {
  let taken = 0
  const past = markets.findIndex(({ codes }) => (taken += codes.length) > columns)
  return past < 0 ? markets : markets.slice(0, Math.max(1, past))
}

/** A match's market in a list. */
export const shownMarketOf = (fixture: Fixture, key: string): Market | undefined =>
  fixture.markets.find((market) => keyOf(market) === key && market.side === null)

/**
 * The same, if open or only suspended. The server keeps a decided market (such as both teams having scored) suspended:
 * beside open ones it shows no padlock, because it will not reopen.
 */
export const offeredMarketOf = (fixture: Fixture, key: string): Market | undefined => {
  const market = shownMarketOf(fixture, key)
  const isOver = market?.status === 'suspended' && fixture.markets.some(({ status }) => status === 'open')
  return isOver ? undefined : market
}

/** How a market's prices are laid out: over and under beside their line, others alone. */
export type RowShape = 'total' | 'handicap' | 'plain'

export const shapeOf = (codes: readonly string[], hasLine: boolean): RowShape =>
  codes.includes('over') ? 'total' : hasLine ? 'handicap' : 'plain'

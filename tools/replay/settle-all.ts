import {
  checkMarket,
  MARKET_TYPES,
  resolveMarket,
  countOf,
  type MarketRef,
  type MatchState,
  type Period,
} from '@palpite/odds'

/** What was settled, and what stayed open despite known counts. */
export type Settled = { markets: number; selections: number; open: number; unbalanced: number }

export const nothingSettled = (): Settled => ({ markets: 0, selections: 0, open: 0, unbalanced: 0 })

/** No score column says who progresses. */
const NOT_IN_COLUMNS = ['football.to_qualify']

/** Lines tried per market, in quarters around zero and around the match's count. */
const AROUND = [-5, -2, -1, 0, 1, 2, 5]

/**
 * Settles every market with known counts, with lines around them, and sums the results. Unbalanced: a market's
 * selections do not share one stake (two for double chance).
 */
export const settleAll = (state: MatchState, settled: Settled): void => {
  for (const type of MARKET_TYPES.filter(
    (one) => one.sport === state.sport && !NOT_IN_COLUMNS.includes(one.id),
  )) {
    for (const period of Object.keys(type.periods) as Period[]) {
      const count = countOf(state, type.stat, period)
      if (!count) continue
      for (const ref of refsOf({ type: type.id, period }, count.home + count.away)) {
        const decided = resolveMarket(ref, state)
        const shares = [...decided.values()].reduce(
          (sum, { won, refunded, of }) => sum + (won + refunded / 2) / of,
          0,
        )
        settled.markets += 1
        settled.selections += decided.size
        settled.open += type.outcomes.length - decided.size
        const isShared = Math.abs(shares - (type.id.endsWith('double_chance') ? 2 : 1)) < 1e-9
        // An abandoned match refunds what was possible; the impossible is lost.
        const isGivenBack = state.ending !== 'finished' && [...decided.values()].every(({ won }) => won === 0)
        settled.unbalanced += isShared || isGivenBack || decided.size < type.outcomes.length ? 0 : 1
      }
    }
  }
}

const refsOf = (market: MarketRef, counted: number): MarketRef[] => {
  const lines = [undefined, ...AROUND, ...AROUND.map((step) => counted * 4 + step)]
  const refs = new Map<string, MarketRef>()
  for (const line of lines) {
    for (const side of [undefined, 'home', 'away'] as const) {
      const ref = {
        ...market,
        ...(line === undefined ? {} : { lineQuarters: line }),
        ...(side ? { side } : {}),
      }
      if (checkMarket(ref) === undefined) refs.set(`${line} ${side}`, ref)
    }
  }
  return [...refs.values()]
}

import {
  checkMarket,
  MARKET_TYPES,
  resolveMarket,
  countOf,
  type MarketRef,
  type MatchState,
  type Period,
} from '@palpite/odds'

/** What was settled, and what stayed open although its counts were there. */
export type Settled = { markets: number; selections: number; open: number; unbalanced: number }

export const nothingSettled = (): Settled => ({ markets: 0, selections: 0, open: 0, unbalanced: 0 })

/** Who goes through is said by no column of scores. */
const NOT_IN_COLUMNS = ['football.to_qualify']

/** Lines tried for each market, in quarters around nought and around the match's own count. */
const AROUND = [-5, -2, -1, 0, 1, 2, 5]

/**
 * Settles every market of the sport whose counts the state has, with lines around what was counted, and adds up the
 * outcome. Unbalanced: the selections of a market do not share out one stake (two for double chance).
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
        // A match that ended early gives stakes back on what was still possible; what could not happen is lost.
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

import { cents } from '@palpite/money'
import { priceMilli, type Resolution, singleReturn, VOID } from '@palpite/odds'
import { present } from '../../platform/assert.ts'
import { groupBy } from '../catalogue/index.ts'
import { matchStatuses, sportOf, type Standing } from '../sports/index.ts'
import type { DecidedFixture, MarketRow, UnsettledBet } from './queries.ts'

/** What became of one market: a resolution for each outcome, none where it cannot be said. */
export type ResolvedMarket = {
  marketId: number
  isSettled: boolean
  /** Its match is finished, and what decides it is still to be said. */
  awaitsScore: boolean
  /** Why it cannot be said, where that is our own mistake. */
  failure?: unknown
  outcomes: { outcomeId: number; resolution: Resolution | undefined }[]
}

/**
 * What the closed markets of a match resolve to, from where the match stands. A market that we fail to resolve
 * holds up no other; what is still not said of a finished match when it is overdue is void.
 */
export function resolveMarkets(fixture: DecidedFixture, rows: readonly MarketRow[]): ResolvedMarket[] {
  const { matchStatus, clockPeriod, minute, state, runners } = fixture
  const clock = clockPeriod === null ? null : { period: clockPeriod, minute }
  const standing: Standing = { matchStatus, clock, state, runners }
  return [...groupBy(rows, ({ id }) => id)].map(([marketId, outcomes]) => {
    const { found, failure } = tryResolve(fixture.sport, outcomes, standing)
    const market = present(outcomes[0], 'an outcome of a market')
    const rest = fixture.isOverdue && market.awaitsScore ? VOID : undefined
    const isFound = outcomes.every(({ code }) => found.has(code))
    const resolved = outcomes.map(({ outcomeId, code }) => ({
      outcomeId,
      resolution: isFound ? found.get(code) : rest,
    }))
    const isSettled = resolved.every(({ resolution }) => resolution !== undefined)
    // All or nothing: a market is not settled for one outcome and open for another.
    return {
      marketId,
      isSettled,
      awaitsScore: !isSettled && failure === undefined && matchStatus === matchStatuses.finished,
      failure,
      outcomes: isSettled
        ? resolved
        : resolved.map(({ outcomeId }) => ({ outcomeId, resolution: undefined })),
    }
  })
}

type Found = { found: ReadonlyMap<string, Resolution>; failure?: unknown }

function tryResolve(sport: string, outcomes: readonly MarketRow[], standing: Standing): Found {
  const market = present(outcomes[0], 'an outcome of a market')
  const codes = outcomes.map(({ code }) => code)
  try {
    return { found: sportOf(sport).resolve(market, codes, standing) }
  } catch (failure) {
    return { found: new Map(), failure }
  }
}

/** How a bet changes: what it gave before is taken back, what it gives now is paid. */
export type BetChange = {
  bet: UnsettledBet
  before: { returnCents: number; resolution: Resolution } | undefined
  after: { returnCents: number; resolution: Resolution } | undefined
}

/** The change of a bet whose outcome was resolved, resolved otherwise, or is open again. */
export function changeOf(bet: UnsettledBet): BetChange {
  const before = resolutionOf(bet.won, bet.refunded, bet.parts)
  const after = resolutionOf(bet.newWon, bet.newRefunded, bet.newParts)
  return {
    bet,
    before: before && { resolution: before, returnCents: bet.returnCents ?? 0 },
    after: after && {
      resolution: after,
      returnCents: singleReturn(cents(bet.stakeCents), priceMilli(bet.priceMilli), after),
    },
  }
}

const resolutionOf = (won: number | null, refunded: number | null, parts: number | null) =>
  won === null || refunded === null || parts === null ? undefined : { won, refunded, of: parts }

/** A stake that was given back counts for nothing in wagering. */
export const isVoid = ({ refunded, of }: Resolution): boolean => refunded === of

export const sum = (amounts: readonly number[]): number => amounts.reduce((all, one) => all + one, 0)

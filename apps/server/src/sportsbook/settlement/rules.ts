import { cents } from '@palpite/money'
import {
  type MatchState,
  priceMilli,
  type Resolution,
  resolveMarket,
  singleReturn,
  type Count,
  type CountKey,
  VOID,
} from '@palpite/odds'
import { present } from '../../platform/assert.ts'
import { groupBy } from '../catalogue/group-by.ts'
import { endingOf, matchStatuses, periodOf } from '../catalogue/match-status.ts'
import type { DecidedFixture, MarketRow, UnsettledBet } from './queries.ts'

/** What became of one market: a resolution for each outcome, none where it cannot be said. */
export type ResolvedMarket = {
  marketId: number
  isSettled: boolean
  /** Why it cannot be said, where that is our own mistake. */
  failure?: unknown
  outcomes: { outcomeId: number; resolution: Resolution | undefined }[]
}

/**
 * What the closed markets of a match resolve to, from where the match stands. A market that we fail to resolve
 * holds up no other; what cannot be said of a first half whose score is overdue is void.
 */
export function resolveMarkets(fixture: DecidedFixture, rows: readonly MarketRow[]): ResolvedMarket[] {
  const state = stateOf(fixture)
  return [...groupBy(rows, ({ id }) => id)].map(([marketId, outcomes]) => {
    const { found, failure } = tryResolve(present(outcomes[0], 'an outcome of a market'), state)
    const rest = isOverdue(fixture, outcomes) ? VOID : undefined
    const resolved = outcomes.map(({ outcomeId, side }) => ({
      outcomeId,
      resolution: found.size === outcomes.length ? found.get(side) : rest,
    }))
    const isSettled = resolved.every(({ resolution }) => resolution !== undefined)
    // All or nothing: a market is not settled for one side and open for the other.
    return {
      marketId,
      isSettled,
      failure,
      outcomes: isSettled
        ? resolved
        : resolved.map(({ outcomeId }) => ({ outcomeId, resolution: undefined })),
    }
  })
}

const isOverdue = ({ isHalfOverdue }: DecidedFixture, outcomes: readonly MarketRow[]): boolean =>
  isHalfOverdue && outcomes.every(({ period }) => periodOf(period) === 'half1')

type Found = { found: ReadonlyMap<string, Resolution>; failure?: unknown }

function tryResolve({ type, period, lineQuarters }: MarketRow, state: MatchState): Found {
  const line = lineQuarters === null ? {} : { lineQuarters }
  try {
    return { found: resolveMarket({ type, period: periodOf(period), ...line }, state) }
  } catch (failure) {
    return { found: new Map(), failure }
  }
}

function stateOf(fixture: DecidedFixture): MatchState {
  const { matchStatus, homeScore, awayScore } = fixture
  const counts: Partial<Record<CountKey, Count>> = {}
  if (homeScore !== null && awayScore !== null) {
    counts['goals.full'] = { home: homeScore, away: awayScore, over: matchStatus === matchStatuses.finished }
  }
  const half = halfScoreOf(fixture)
  if (half) counts['goals.half1'] = { ...half, over: true }
  return { sport: 'football', ending: endingOf(matchStatus), counts }
}

/** A score at half-time is said once the half is over; without a goal in the match there was none in its half. */
function halfScoreOf(fixture: DecidedFixture): { home: number; away: number } | undefined {
  const { matchStatus, homeScore, awayScore, halfHomeScore, halfAwayScore } = fixture
  if (halfHomeScore !== null && halfAwayScore !== null) return { home: halfHomeScore, away: halfAwayScore }
  const isGoalless = matchStatus === matchStatuses.finished && homeScore === 0 && awayScore === 0
  return isGoalless ? { home: 0, away: 0 } : undefined
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

import { LOST, marketType, type MatchState, type Period, resolveOutcome, type Side, WON } from '@palpite/odds'
import { type MarketKey, refOf, type Selection } from '../sports/adapter.ts'

/** The open stakes and potential return on one outcome. */
export type OpenOutcome = {
  marketId: number
  type: string
  period: Period
  lineQuarters: number | null
  side: Side | null
  code: string
  /** The selections of a bet builder; else null. */
  selections: readonly Selection[] | null
  stakeCents: number
  returnCents: number
}

type Score = { home: number; away: number }

/** The cost of a match's worst ending for the house, and its score, if one determines it. */
export type Scenario = { costCents: number; score: Score | null }

/** Final scores with up to this many more goals on each side; beyond them no bet has a worse case. */
const GOALS_MORE = 9

/**
 * The worst scenario of a match: in football every final score is one, at which all bets on goals of the whole match
 * settle by the settlement rules. Markets no final score decides count with their own worst outcome, whatever the
 * score. Legs of parlays count with the value of the other legs at their prices. Negative if every ending wins for
 * the house.
 */
export function worstScenario(open: readonly OpenOutcome[], from: Score | null): Scenario {
  const byScore = open.filter(isByScore)
  const others = worstOfMarkets(open.filter((one) => !isByScore(one)))
  if (byScore.length === 0) return { costCents: others, score: null }
  const start = from ?? { home: 0, away: 0 }
  const costs = new Float64Array(SCORES).fill(others)
  for (const one of byScore) {
    const { won, refunded } = sharesOf(one, start)
    for (let at = 0; at < SCORES; at += 1) {
      const back = (won[at] ?? 0) * one.returnCents + (refunded[at] ?? 0) * one.stakeCents
      costs[at] = (costs[at] ?? 0) + Math.ceil(back) - one.stakeCents
    }
  }
  const worst = costs.reduce((so, cost, at) => (cost > (costs[so] ?? 0) ? at : so), 0)
  return { costCents: costs[worst] ?? others, score: scoreAt(worst, start) }
}

/**
 * The outcomes that win together at the highest cost: at the worst final score, plus the costliest of each market no
 * final score decides.
 */
export function worstTogether<One extends OpenOutcome>(open: readonly One[], from: Score | null): One[] {
  const { score } = worstScenario(open, from)
  return [...Map.groupBy(open, ({ marketId }) => marketId).values()].flatMap((own) =>
    own.some(isByScore)
      ? own.filter((one) => score !== null && costAt([one], score) > 0)
      : own
          .toSorted((one, other) => other.returnCents - one.returnCents)
          .slice(0, winnersOf(own))
          .filter(({ stakeCents, returnCents }) => returnCents > stakeCents),
  )
}

const WIDTH = GOALS_MORE + 1
const SCORES = WIDTH * WIDTH

const scoreAt = (at: number, { home, away }: Score): Score => ({
  home: home + Math.floor(at / WIDTH),
  away: away + (at % WIDTH),
})

/** The shares of a stake on an outcome that are won and refunded at each score. */
type Shares = { won: Float64Array; refunded: Float64Array }

/** The same few hundred outcomes recur in every match. */
const MAX_KEPT = 20_000
const kept = new Map<string, Shares>()

function sharesOf(one: OpenOutcome, start: Score): Shares {
  const key = [...partsOf(one).map(nameOf), start.home, start.away].join('/')
  const known = kept.get(key)
  if (known) return known
  const shares = { won: new Float64Array(SCORES), refunded: new Float64Array(SCORES) }
  for (let at = 0; at < SCORES; at += 1) {
    const { won, refunded, of } = resolvedAt(one, scoreAt(at, start))
    shares.won[at] = won / of
    shares.refunded[at] = refunded / of
  }
  if (kept.size >= MAX_KEPT) kept.clear()
  kept.set(key, shares)
  return shares
}

/** The house's cost of these bets if the match ends so. */
export const costAt = (open: readonly OpenOutcome[], score: Score): number =>
  open.reduce((cost, one) => {
    const { won, refunded, of } = resolvedAt(one, score)
    return cost + Math.ceil((won * one.returnCents + refunded * one.stakeCents) / of) - one.stakeCents
  }, 0)

function resolvedAt(one: OpenOutcome, score: Score) {
  const state: MatchState = {
    sport: 'football',
    ending: 'finished',
    counts: { 'goals.full': { ...score, over: true } },
  }
  const found = partsOf(one).map((part) => resolveOutcome(refOf(part), part.code, state) ?? LOST)
  const [only] = found
  if (found.length === 1 && only) return only
  return found.every(({ won, of }) => won === of) ? WON : LOST
}

type Part = MarketKey & { code: string }

/** What must win: for a bet builder all its selections. */
const partsOf = (one: OpenOutcome): readonly Part[] => one.selections ?? [one]

const nameOf = ({ type, lineQuarters, side, code }: Part) => [type, lineQuarters, side, code].join('/')

/** Also needs the half-time score. */
const BY_HALVES = ['football.half_time_full_time', 'football.highest_half']

const isByScore = (one: OpenOutcome): boolean =>
  partsOf(one).every(({ type, period }) => {
    const found = marketType(type)
    return (
      found?.sport === 'football' && found.stat === 'goals' && period === 'full' && !BY_HALVES.includes(type)
    )
  })

function worstOfMarkets(open: readonly OpenOutcome[]): number {
  return [...Map.groupBy(open, ({ marketId }) => marketId).values()].reduce((sum, own) => {
    const returns = own.map(({ returnCents }) => returnCents).sort((one, other) => other - one)
    const most = returns.slice(0, winnersOf(own)).reduce((all, cents) => all + cents, 0)
    return own.reduce((cost, { stakeCents }) => cost - stakeCents, sum + most)
  }, 0)
}

/** No race pays more places. */
const MAX_PLACES = 4

/** How many outcomes of a market may win together: for places, as many as are paid. */
function winnersOf([one]: readonly OpenOutcome[]): number {
  if (one?.type.endsWith('.each_way')) return (one.lineQuarters ?? 0) / 4
  return one?.type === 'racing.place' ? MAX_PLACES : 1
}

import { LOST, marketType, type MatchState, type Period, resolveOutcome, type Side, WON } from '@palpite/odds'
import { type MarketKey, refOf, type Selection } from '../sports/adapter.ts'

/** What the open bets on one outcome have staked and would return. */
export type OpenOutcome = {
  marketId: number
  type: string
  period: Period
  lineQuarters: number | null
  side: Side | null
  code: string
  /** Of a bet builder what it needs. */
  selections: readonly Selection[] | null
  stakeCents: number
  returnCents: number
}

type Score = { home: number; away: number }

/** What a match costs the house where it ends worst, and with which score, where it is told by one. */
export type Scenario = { costCents: number; score: Score | null }

/** Scores so many goals from where the match stands; what goes beyond is no other bet's worst case. */
const GOALS_MORE = 9

/**
 * The worst that can become of a match: of football every final score is a scenario, in which all bets on goals of the
 * whole match are settled by the rule that will settle them. Markets that no final score decides count with the worst
 * of their own outcomes, whatever the score. Legs of parlays count with what the others' prices are worth.
 * Below nothing where every end wins for the house.
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
 * Of these outcomes those that win together where it costs most: at the worst final score, and of markets that no final score
 * decides the dearest of each.
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

/** Of a stake on an outcome, the shares that are won and given back at each score. */
type Shares = { won: Float64Array; refunded: Float64Array }

/** The same few hundred outcomes come again in every match. */
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

/** What these bets cost the house when the match ends like this. */
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

/** What has to win: of a bet builder all of its selections. */
const partsOf = (one: OpenOutcome): readonly Part[] => one.selections ?? [one]

const nameOf = ({ type, lineQuarters, side, code }: Part) => [type, lineQuarters, side, code].join('/')

/** Needs the score at half-time too. */
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

/** How many outcomes of a market may win together: of places as many as are paid. */
function winnersOf([one]: readonly OpenOutcome[]): number {
  if (one?.type.endsWith('.each_way')) return (one.lineQuarters ?? 0) / 4
  return one?.type === 'racing.place' ? MAX_PLACES : 1
}

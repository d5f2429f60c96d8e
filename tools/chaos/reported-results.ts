import { HALF_LOST, HALF_WON, LOST, type Resolution, VOID, WON } from '@palpite/odds'
import { present } from '../../apps/server/src/platform/errors.ts'
import type { Deps } from '../../apps/server/src/platform/deps.ts'
import { applyFeedMessages, type FeedMessage } from '../../apps/server/src/sportsbook/index.ts'
import { addMatch, play } from '../../apps/server/src/sportsbook/testing/harness.ts'
import {
  addField,
  keyOf,
  type Market,
  marketsOf,
} from '../../apps/server/src/sportsbook/testing/step-runner.ts'
import type { Draw } from '../adversary/fuzz.ts'

/** How a fixture's result is reported: by its score, by the feed's market results, or as cancelled. */
type Way = 'counted' | 'reported' | 'cancelled'
export type ReportedFixture = { key: string; way: Way; markets: Market[]; isField: boolean; isEnded: boolean }

/** Bets placed on a market from a moment until before another are void. */
type Window = { fixture: ReportedFixture; market: Market; from: Date | null; until: Date }

const OPEN_FIXTURES = 7
const REASON = 'the prices were wrong'

const asFeed = (deps: Deps) => ({
  deps,
  receive: (messages: readonly FeedMessage[]) =>
    deps.db.begin((tx) => applyFeedMessages(tx, 'importer', messages)),
})

/** The messages so far, and the results in force. */
type Reported = {
  draw: Draw
  fixtures: ReportedFixture[]
  results: Map<number, Resolution>
  windows: Window[]
}

/** A feed's messages about fixtures in random order, provisional and corrected, and the results in force. */
export function openReportedResults(draw: Draw) {
  const reported: Reported = { draw, fixtures: [], results: new Map(), windows: [] }
  const open = () => reported.fixtures.filter(({ isEnded }) => !isEnded)
  const acts = [reportOrReverse, reportOrReverse, correct, cancel, rollBackCancel]
  return {
    open,
    /** Opens as many fixtures as are bet on at once. */
    fill: async (deps: Deps) => {
      while (open().length < OPEN_FIXTURES) await add(reported, deps)
    },
    /** Ends the longest open fixture and opens another, and reports or rolls back two more things. */
    goOn: async (deps: Deps) => {
      const [first] = open()
      if (first) await end(reported, deps, first)
      await add(reported, deps)
      await draw.pick(acts)(reported, deps)
      await draw.pick(acts)(reported, deps)
    },
    endAll: async (deps: Deps) => {
      for (const fixture of open()) await end(reported, deps, fixture)
    },
    /** The result in force of an outcome for a bet placed then. */
    resultOf: (outcomeId: number, placedAt: Date): Resolution | undefined => {
      const isVoid = reported.windows.some(
        ({ market, from, until }) =>
          market.outcomes.some(({ id }) => id === outcomeId) &&
          (from === null || placedAt >= from) &&
          placedAt < until,
      )
      return isVoid ? VOID : reported.results.get(outcomeId)
    },
  }
}

async function add({ draw, fixtures }: Reported, deps: Deps): Promise<void> {
  // There is always one to bet on each way.
  const isField = draw.chance(30) || !fixtures.some((each) => each.isField && !each.isEnded)
  const fixture = isField
    ? await addField(asFeed(deps), draw.pick(['racing', 'outright']))
    : await addMatch(asFeed(deps))
  const way: Way = isField
    ? 'reported'
    : draw.pick(['counted', 'counted', 'reported', 'reported', 'cancelled'])
  const markets = await marketsOf({ deps }, fixture.fixtureId)
  fixtures.push({ key: fixture.key, way, markets, isField, isEnded: false })
}

async function end(reported: Reported, deps: Deps, fixture: ReportedFixture): Promise<void> {
  fixture.isEnded = true
  if (fixture.way === 'counted') await score(reported, deps, fixture)
  else if (fixture.way === 'reported') await reportResults(reported, deps, fixture, 'confirmed')
  else await cancelMatch(reported, deps, fixture)
}

async function score(reported: Reported, deps: Deps, { key, markets }: ReportedFixture): Promise<void> {
  const [home, away] = [reported.draw.below(3), reported.draw.below(3)]
  for (const market of markets) resolve(reported, market, (code) => scored(code, home, away))
  await receive(deps, play(key, -1, home, away))
}

async function cancelMatch(reported: Reported, deps: Deps, { key, markets }: ReportedFixture): Promise<void> {
  for (const market of markets) resolve(reported, market, () => VOID)
  await receive(deps, { ...play(key, -10, 0, 0), state: null })
}

type Certainty = 'provisional' | 'confirmed'

/** Reports the winner of one of its markets or, finally, of all. */
async function reportResults(
  reported: Reported,
  deps: Deps,
  { key, markets }: ReportedFixture,
  certainty: Certainty,
): Promise<void> {
  const { draw } = reported
  const settled = (certainty === 'confirmed' ? markets : [draw.pick(markets)]).map((market) => {
    const winner = draw.below(market.outcomes.length)
    const won = draw.pick([WON, WON, HALF_WON, VOID])
    const others = won === VOID ? VOID : LOST
    const outcomes = resolve(reported, market, (_code, at) => (at === winner ? won : others))
    return { market: keyOf(market), outcomes }
  })
  await receive(deps, { kind: 'settlement', key, certainty, markets: settled })
}

/** Reports the result of an open fixture decided by the feed, or rolls it back. */
async function reportOrReverse(reported: Reported, deps: Deps): Promise<void> {
  const { draw, fixtures, results } = reported
  const byFeed = fixtures.filter(({ way, isEnded }) => way === 'reported' && !isEnded)
  if (byFeed.length === 0) return
  const fixture = draw.pick(byFeed)
  if (draw.chance(65)) return reportResults(reported, deps, fixture, 'provisional')
  const market = draw.pick(fixture.markets)
  for (const { id } of market.outcomes) results.delete(id)
  await receive(deps, { kind: 'rollback_settlement', key: fixture.key, markets: [keyOf(market)] })
}

/** Reports another score of a finished match. */
async function correct(reported: Reported, deps: Deps): Promise<void> {
  const counted = reported.fixtures.filter(({ way, isEnded }) => way === 'counted' && isEnded)
  if (counted.length > 0) await score(reported, deps, reported.draw.pick(counted))
}

/** Voids the bets of the last seconds on a market, or all until now. */
async function cancel({ draw, fixtures, windows }: Reported, deps: Deps): Promise<void> {
  const fixture = draw.pick(fixtures)
  const market = draw.pick(fixture.markets)
  const [moment] = await deps.db<{ first: Date; now: Date }[]>`
    select now() - interval '4 seconds' as first, now() as now`
  const { first, now: until } = present(moment, 'the time')
  const from = draw.chance(50) ? first : null
  windows.push({ fixture, market, from, until })
  const cancelled = { key: fixture.key, markets: [keyOf(market)], from, until }
  await receive(deps, { ...cancelled, kind: 'bet_cancel', reason: REASON })
}

/** Rolls back voided bets. */
async function rollBackCancel({ draw, windows }: Reported, deps: Deps): Promise<void> {
  const [window] = windows.splice(draw.below(Math.max(1, windows.length)), 1)
  if (!window) return
  const { fixture, market, from, until } = window
  await receive(deps, { kind: 'rollback_cancel', key: fixture.key, markets: [keyOf(market)], from, until })
}

const receive = (deps: Deps, ...messages: FeedMessage[]) => asFeed(deps).receive(messages)

/** Records the results of a market's outcomes, and returns them as a feed message. */
function resolve(
  { results }: Reported,
  { outcomes }: Market,
  find: (code: string, at: number) => Resolution,
) {
  return outcomes.map(({ id, code }, at) => {
    const resolution = find(code, at)
    results.set(id, resolution)
    return { code, resolution }
  })
}

/** The result of a plain outcome by the score: winner, and two and a quarter goals. */
function scored(code: string, home: number, away: number): Resolution {
  const goals = home + away
  const winner = home === away ? 'draw' : home > away ? 'home' : 'away'
  if (code !== 'over' && code !== 'under') return code === winner ? WON : LOST
  if (goals === 2) return code === 'over' ? HALF_LOST : HALF_WON
  return (code === 'over') === goals > 2 ? WON : LOST
}

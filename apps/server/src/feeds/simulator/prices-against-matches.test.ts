import { priceFraction, priceMilli, returnFactor, type Sport, SPORTS } from '@palpite/odds'
import { describe, expect, test } from 'vitest'
import {
  type FixtureMessage,
  isInPlay,
  matchStatuses,
  priceFixture,
  sportOf,
  type FixtureState,
  sportsbookSettings as settings,
} from '../../sportsbook/index.ts'
import { fixturesOfDay } from './calendar.ts'
import { seededRandom } from './draws.ts'
import { simulationOf, sportSimulations } from './match-simulation.ts'
import { playAt } from './simulations/simulation.ts'

/**
 * Prices against the matches they are of: no kind of market may pay back more than was staked on it. A longer run
 * finds smaller faults: `PRICED_MATCHES=5000 npx vitest run apps/server/src/feeds/simulator/prices-against-matches`.
 */
const LONG = Number(process.env['PRICED_MATCHES'] ?? 0)
const MATCHES: Record<Sport, number> = {
  football: 60,
  basketball: 400,
  tennis: 100,
  boxing: 200,
  snooker: 100,
  baseball: 100,
  volleyball: 100,
  badminton: 100,
  american_football: 400,
  table_tennis: 100,
  cricket: 100,
  racing: 200,
}
/** Matches of this day and those after it: models differ. */
const FIRST_DAY = 20_000
/** A group that returned more than its stakes by more than this many standard errors is no accident. */
const ERRORS = 3

type Phase = 'before' | 'in play'
/** `spread` is the standard deviation of the gain if the price were fair. */
type Bet = { readonly group: string; readonly gain: number; readonly spread: number }

/** Gains of a group's bets: of a match they depend on each other, so the error is that of matches. */
type Group = { bets: number; gain: number; matches: { bets: number; gain: number; spread: number }[] }

describe.each(SPORTS)('prices of simulated %s', (sport) => {
  test(
    'no kind of market returns more than its stakes, before the start or in play',
    { timeout: LONG > 0 ? 3_600_000 : 120_000 },
    () => {
      const groups = new Map<string, Group>()
      const seconds = usualSeconds(sport)
      for (const match of fixturesOf(sport, LONG || MATCHES[sport])) {
        const bets = betsOn(match, seconds)
        for (const [name, own] of Map.groupBy(bets, ({ group }) => group)) {
          const group = groups.get(name) ?? { bets: 0, gain: 0, matches: [] }
          const gain = own.reduce((sum, bet) => sum + bet.gain, 0)
          const spread = own.reduce((sum, bet) => sum + bet.spread, 0)
          groups.set(name, {
            bets: group.bets + own.length,
            gain: group.gain + gain,
            matches: [...group.matches, { bets: own.length, gain, spread }],
          })
        }
      }
      const beaten = [...groups].filter(([, group]) => leastGain(group) > 0)
      expect(beaten.map(([name, { bets, gain }]) => `${name}: ${(1 + gain / bets).toFixed(2)} of 1`)).toEqual(
        [],
      )
      expect(groups.size).toBeGreaterThan(1)
    },
  )
})

function* fixturesOf(sport: Sport, count: number): Generator<FixtureMessage> {
  for (let [day, found] = [FIRST_DAY, 0]; found < count; day += 1)
    for (const fixture of fixturesOfDay(day, 'prices', [sport])) if ((found += 1) <= count) yield fixture
}

/** A match's length in seconds: the moment to bet at is chosen without knowing how the match goes. */
function usualSeconds(sport: Sport): number {
  const ends = [...fixturesOf(sport, 21)].map(
    ({ model, key }) => simulationOf(sport, model, `length ${key}`).at(-1)?.second ?? 0,
  )
  return ends.toSorted((one, other) => one - other)[10] ?? 0
}

/** One bet on every outcome offered, before the start and at one second of the match. */
function betsOn({ sport, key, model, participants, play }: FixtureMessage, seconds: number): Bet[] {
  const runners =
    sport === 'racing' ? participants.map((_, at) => ({ place: at + 1, isWithdrawn: false })) : []
  const simulation = simulationOf(sport, model, play?.seed ?? key)
  const stop = sportSimulations[sport].stopSeconds ?? settings.goalStopSeconds
  const live = playAt(simulation, Math.floor(seededRandom(`bet ${key}`)() * seconds), stop)
  const end = simulation.at(-1)
  if (!end) throw new Error('a match has an end')
  const ended: FixtureState = { matchStatus: end.matchStatus, clock: end.clock, state: end.state, runners }
  const before: FixtureState = { matchStatus: matchStatuses.notOpen, clock: null, state: null, runners }
  return [
    ...gains(before, 'before'),
    ...(live && !live.isStopped && isInPlay(live.matchStatus)
      ? gains({ matchStatus: live.matchStatus, clock: live.clock, state: live.state, runners }, 'in play')
      : []),
  ]

  function gains(fixtureState: FixtureState, phase: Phase): Bet[] {
    return priceFixture({ sport, model, ...fixtureState }, settings).flatMap(({ outcomes, ...market }) => {
      const codes = outcomes.map(({ code }) => code)
      const results = sportOf(sport).resolve(market, codes, ended)
      return outcomes.map(({ code, priceMilli: price }) => {
        const result = results.get(code)
        if (!result) throw new Error(`${market.type} ${market.period} ${code} is not settled`)
        const { n, d } = returnFactor(result, priceFraction(priceMilli(price)))
        return {
          group: `${phase} ${market.type} ${market.period} at ${bandOf(price)}`,
          gain: Number(n) / Number(d) - 1,
          spread: Math.sqrt(price / 1000 - 1),
        }
      })
    })
  }
}

/** Prices of one size together: a fault of long chances is nothing among short ones. */
function bandOf(price: number): string {
  const bounds = [1500, 2500, 4000, 8000]
  return `${(bounds.findLast((bound) => price >= bound) ?? 1000) / 1000} and more`
}

/**
 * What a group gained a bet, less the errors it may have: those measured, or those of fair prices if larger. In few
 * matches every bet may win.
 */
function leastGain({ bets, gain, matches }: Group): number {
  const mean = gain / bets
  const squares = (errorOf: (match: Group['matches'][number]) => number) =>
    matches.reduce((sum, match) => sum + errorOf(match) ** 2, 0)
  const measured = squares((match) => match.gain - mean * match.bets)
  const fair = squares(({ spread }) => spread)
  return mean - (ERRORS * Math.sqrt(Math.max(measured, fair))) / bets
}

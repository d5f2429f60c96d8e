import { type ExpectedGoals, expectedGoals, FOOTBALL_MEANS, type TeamStrengths } from '@palpite/odds/football'
import type { FixtureMessage } from '../messages.ts'
import { type League, leagues } from './leagues.ts'
import { seededRandom } from './seeded-random.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** America/Sao_Paulo has kept this distance to UTC all year since 2019. */
const HOUSE_OFFSET_MS = 3 * 60 * MINUTE_MS
const SLOT_MINUTES = 30

/** The day of the house, counted from 1 January 1970. */
export const houseDay = (at: Date): number => Math.floor((at.getTime() - HOUSE_OFFSET_MS) / DAY_MS)

/**
 * All fixtures of one day. The day alone decides them, so the calendar goes on for ever and is the same
 * wherever it is asked: each league plays one round of its round robin a day, a match every half hour, and
 * together the leagues leave no hour without a match.
 */
export const fixturesOfDay = (day: number, calendarSeed: string): FixtureMessage[] =>
  leagues.flatMap((league) => fixturesOfLeague(league, day, calendarSeed))

/**
 * The fixtures from this moment to the end of a day, day by day. A round that begins in the evening ends after midnight,
 * so those under way in the small hours are of the day before.
 */
export function* fixturesFrom(
  earliest: Date,
  lastDay: number,
  calendarSeed: string,
): Generator<FixtureMessage[]> {
  for (let day = houseDay(earliest) - 1; day <= lastDay; day += 1) {
    yield fixturesOfDay(day, calendarSeed).filter(({ startsAt }) => startsAt > earliest)
  }
}

function fixturesOfLeague(league: League, day: number, calendarSeed: string): FixtureMessage[] {
  const midnight = day * DAY_MS + HOUSE_OFFSET_MS
  const pairs = shuffled(roundOf(league.clubs.length, day), `${league.key}:${day}`)
  return pairs.slice(0, league.matchesADay).map(([home, away], slot) => {
    const key = `${league.key}:${day}:${slot}`
    return {
      kind: 'fixture',
      key,
      sport: 'football',
      competition: league.name,
      title: null,
      participants: [{ name: home }, { name: away }],
      startsAt: new Date(midnight + (league.firstKickOff + slot * SLOT_MINUTES) * MINUTE_MS),
      model: modelOf(expectedOf(league, home, away)),
      play: { seed: `${calendarSeed}:${key}`, speed: null },
    }
  })

  /** One round by the circle method: all but the first club move on by one each day, sides change by turns. */
  function roundOf(clubs: number, round: number): [string, string][] {
    const turn = round % (clubs - 1)
    const isReturn = Math.floor(round / (clubs - 1)) % 2 === 1
    const name = (seat: number) =>
      league.clubs[seat === 0 ? 0 : ((seat - 1 + turn) % (clubs - 1)) + 1]?.[0] ?? ''
    return Array.from({ length: clubs / 2 }, (_, pair) => {
      const [one, other] = [name(pair), name(clubs - 1 - pair)]
      return (pair % 2 === 0) === isReturn ? [one, other] : [other, one]
    })
  }
}

function shuffled<Item>(items: readonly Item[], seed: string): Item[] {
  const roll = seededRandom(seed)
  return items
    .map((item) => ({ item, at: roll() }))
    .toSorted((one, other) => one.at - other.at)
    .map(({ item }) => item)
}

/** What two clubs of a league are expected to score. */
export const expectedOf = (league: League, home: string, away: string) =>
  expectedGoals(strengthsOf(league), home, away)

/** What a simulated match is priced and played from: its corners and cards are counted, so they are offered. */
export const modelOf = (expected: ExpectedGoals) => ({
  ...expected,
  corners: FOOTBALL_MEANS.corners,
  cards: {
    home: FOOTBALL_MEANS.yellowCards.home + FOOTBALL_MEANS.redCards.home,
    away: FOOTBALL_MEANS.yellowCards.away + FOOTBALL_MEANS.redCards.away,
  },
})

const strengthsOf = ({ base, homeAdvantage, rho, clubs }: League): TeamStrengths => ({
  base,
  homeAdvantage,
  rho,
  attack: new Map(clubs.map(([name, attack]) => [name, attack])),
  concession: new Map(clubs.map(([name, , concession]) => [name, concession])),
})

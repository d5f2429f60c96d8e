import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  applyFeedMessages,
  type MatchStatus,
  matchStatuses,
  sportsbookSettings as settings,
} from '../../sportsbook/index.ts'
import { type Harness, openHarness } from '../../sportsbook/testing/harness.ts'
import { fixturesOfDay, seasonOf, startOfDay } from './calendar.ts'
import { keepOutrights, type SeasonSoFar, winChances as chancesOf } from './outrights.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** The day before the last of a distant season: few matches are left to simulate. */
const DAY = seasonOf(30_010).lastDay - 1

test('suspends the league winner market while one of the league’s matches is in play', async () => {
  const { deps } = harness
  const [match] = fixturesOfDay(DAY, 'seed', ['football'])
  if (!match) throw new Error('a day without football')
  const stands = async (matchStatus: MatchStatus) => {
    const state = {
      family: 'football' as const,
      score: [0, 0] as [number, number],
      halfTime: null,
      corners: null,
      cards: null,
    }
    const play = { kind: 'play' as const, key: match.key, matchStatus, clock: null, state }
    await deps.db.begin((tx) => applyFeedMessages(tx, 'simulator', [match, play]))
    await keepOutrights(deps, { settings, seed: 'seed', clock: startOfDay(DAY) })
    const rows = await deps.db<{ competition: string }[]>`
      select competition.name as competition
        from sportsbook_fixture fixture
        join sportsbook_competition competition on competition.id = fixture.competition_id
       where fixture.is_outright and fixture.stopped_version is not null`
    return rows.map(({ competition }) => competition)
  }
  expect(await stands(matchStatuses.firstHalf)).toEqual([match.competition])
  expect(await stands(matchStatuses.interrupted)).toEqual([])
  expect(await stands(matchStatuses.secondHalf)).toEqual([match.competition])
  expect(await stands(matchStatuses.finished)).toEqual([])
})

test('on the last day of a season the winners of the next one are offered', async () => {
  const { deps } = harness
  await keepOutrights(deps, { settings, seed: 'next', clock: startOfDay(DAY + 1) })
  const rows = await deps.db<{ season: string }[]>`
    select distinct season from sportsbook_fixture
     where is_outright and starts_at > ${startOfDay(DAY + 2)}`
  expect(rows).toEqual([{ season: seasonOf(DAY + 2).name }])
})

const winChances = async (of: SeasonSoFar) => (await chancesOf(of)).chances
const row = (name: string, points: number, scored = 0) => ({ name, points, scored, conceded: 0 })
const season = (own: Partial<SeasonSoFar>): SeasonSoFar => ({
  entrants: ['Ada', 'Bela', 'Cita'],
  table: [],
  left: [],
  points: { win: 3, draw: 1 },
  places: 2,
  seed: 'a',
  ...own,
})

test('the leader of a finished season wins, level on points by goal difference', async () => {
  expect(await winChances(season({ table: [row('Ada', 6), row('Bela', 4)] }))).toEqual([1, 0, 0])
  expect(await winChances(season({ table: [row('Ada', 6), row('Cita', 6, 2)] }))).toEqual([0, 0, 1])
})

test('before the first match the chances are as even as the matches', async () => {
  const chances = await winChances(season({ left: [{ home: 'Ada', away: 'Bela', homeWins: 0.5, draw: 0 }] }))
  expect(chances.reduce((sum, chance) => sum + chance)).toBeCloseTo(1)
  expect(chances[0]).toBeGreaterThan(0.44)
  expect(chances[0]).toBeLessThan(0.56)
  expect(chances[2]).toBe(0)
})

test('an uncatchable leader has won, and the same seed gives the same result', async () => {
  const left = [{ home: 'Bela', away: 'Cita', homeWins: 0.6, draw: 0.2 }]
  expect(await winChances(season({ table: [row('Ada', 7), row('Bela', 3)], left }))).toEqual([1, 0, 0])
  const open = season({ table: [row('Ada', 4), row('Bela', 2)], left })
  expect(await winChances(open)).toEqual(await winChances(open))
  expect((await winChances(open))[1]).toBeGreaterThan(0.5)
})

test('a side that cannot win may still be sure of a place', async () => {
  const table = [row('Ada', 9), row('Bela', 6), row('Cita', 1)]
  expect((await chancesOf(season({ table }))).placed).toEqual([1, 1, 0])
})

test('computing a long season yields to other work, and two at once give what each gives alone', async () => {
  const entrants = Array.from({ length: 20 }, (_, at) => `Clube ${at}`)
  const left = entrants.flatMap((home) =>
    entrants.filter((away) => away !== home).map((away) => ({ home, away, homeWins: 0.4, draw: 0.3 })),
  )
  const [one, other] = [season({ entrants, left }), season({ entrants, left, seed: 'b' })]
  const alone = await winChances(one)
  let turns = 0
  const timer = setInterval(() => (turns += 1), 0)
  const both = await Promise.all([winChances(one), winChances(other)])
  clearInterval(timer)
  expect(turns).toBeGreaterThan(10)
  expect(both[0]).toEqual(alone)
  expect(both[1]).not.toEqual(alone)
})

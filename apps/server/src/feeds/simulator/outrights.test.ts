import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  applyFeedMessages,
  type MatchStatus,
  matchStatuses,
  sportsbookSettings as settings,
} from '../../sportsbook/index.ts'
import { present } from '../../platform/errors.ts'
import { type Harness, openHarness } from '../../sportsbook/testing/harness.ts'
import { fixturesOfDay, seasonOf, startOfDay } from './calendar.ts'
import { keepOutrights } from './outrights.ts'
import { openSeason } from './play-due.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** The day before the last of a distant season: few matches are left to simulate. */
const DAY = seasonOf(30_010).lastDay - 1
const DAY_MS = 86_400_000

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
  expect(await stands(matchStatuses.interrupted)).toEqual([match.competition])
  expect(await stands(matchStatuses.secondHalf)).toEqual([match.competition])
  expect(await stands(matchStatuses.finished)).toEqual([])
})

test('suspends it with the kick-off, and with the end until the market is priced with the result', async () => {
  const own = await openHarness()
  const { play, league, isStopped } = await openLeague(own)
  expect(await isStopped()).toBe(false)
  await play.until(play.startsAt)
  expect(await isStopped()).toBe(true)
  await keepOutrights(own.deps, league)
  expect(await isStopped()).toBe(true)
  await play.until(play.endsAt)
  expect(await isStopped()).toBe(true)
  await keepOutrights(own.deps, league)
  expect(await isStopped()).toBe(false)
  await own.close()
})

/** The first match of a day in a league with a table, played by the simulator. */
async function openLeague({ deps }: Harness) {
  const season = openSeason(deps, () => Promise.resolve(settings))
  await season.addDay(DAY, 'seed', true)
  const [first] = fixturesOfDay(DAY, 'seed', ['football']).filter(({ key }) => key.startsWith('maracuja:'))
  const { startsAt, competition } = present(first, 'a match of the league')
  return {
    play: { until: season.playUntil, startsAt, endsAt: new Date(startsAt.getTime() + DAY_MS / 4) },
    league: { settings, seed: 'seed', clock: startOfDay(DAY) },
    isStopped: async () => {
      const rows = await deps.db<{ isStopped: boolean }[]>`
        select fixture.stopped_version is not null as "isStopped"
          from sportsbook_fixture fixture
          join sportsbook_competition competition on competition.id = fixture.competition_id
         where fixture.is_outright and competition.name = ${competition}`
      return rows[0]?.isStopped
    },
  }
}

test('on the last day of a season the winners of the next one are offered', async () => {
  const { deps } = harness
  await keepOutrights(deps, { settings, seed: 'next', clock: startOfDay(DAY + 1) })
  const rows = await deps.db<{ season: string }[]>`
    select distinct season from sportsbook_fixture
     where is_outright and starts_at > ${startOfDay(DAY + 2)}`
  expect(rows).toEqual([{ season: seasonOf(DAY + 2).name }])
})

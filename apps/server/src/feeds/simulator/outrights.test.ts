import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  applyFeedMessages,
  type MatchStatus,
  matchStatuses,
  sportsbookSettings as settings,
} from '../../sportsbook/index.ts'
import { type Harness, openHarness } from '../../sportsbook/testing/harness.ts'
import { fixturesOfDay, seasonOf, startOfDay } from './calendar.ts'
import { keepOutrights } from './outrights.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

/** A day before the last one of a season far ahead: few matches are left to play to the end. */
const DAY = seasonOf(30_010).lastDay - 1

test('nobody bets on who wins a league while one of its matches is played', async () => {
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

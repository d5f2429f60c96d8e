import type { Sport } from '@palpite/odds'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { present } from '../../platform/errors.ts'
import { publicIds } from '../../platform/public-ids.ts'
import { policyOf } from '../../protection/index.ts'
import { applyFeedMessages, openSportsbook, sportsbookSettings, withOdds } from '../../sportsbook/index.ts'
import { askingOf, openApi } from '../../sportsbook/testing/api.ts'
import { openBettors, openHarness, type Harness } from '../../sportsbook/testing/harness.ts'
import { sandboxRoutes } from '../routes.ts'
import { fixturesOfDay, competitionOf } from './calendar.ts'
import { matchSimulation, type Simulated } from './match-simulation.ts'
import { playDue } from './play-due.ts'

const DELAY_MS = 300
const own = {
  betDelayMs: DELAY_MS,
  sportBetDelaysMs: {},
  marketBetDelaysMs: {},
  earlyPayouts: [{ sport: 'football', lead: 2, from: '2026-01-01', until: '2099-01-01' }],
} as const
const settings = { ...sportsbookSettings, ...own }
const clubs = { home: 'Serra do Quati', away: 'Barra do Pequi' }

let harness: Harness
let app: Awaited<ReturnType<typeof openApi>>
beforeAll(async () => {
  harness = await openHarness(own, { SANDBOX_URL: 'http://127.0.0.1:9', SIMULATOR_SPEED: '1' })
  app = await openApi(harness, { routes: (api) => sandboxRoutes(api, harness.deps, harness.sportsbook) })
})
afterAll(async () => {
  await app.close()
  await harness.close()
})

const { post, read } = askingOf(() => app)

type Scheduled = { fixtureId: string; result: { home: number; away: number } }

/** Schedules a match an hour ahead in real time, always the same one unless overridden. */
async function schedule(wish: object = {}): Promise<Scheduled> {
  const match = { ...clubs, startsInSeconds: 3600, speed: 1, seed: 'advanced', ...wish }
  return (await post('/api/sandbox/match', match, '')).data as Scheduled
}

const advance = (fixtureId: string | number, to: unknown) =>
  post(`/api/sandbox/match/${fixtureId}/advance`, { to }, '')

const advanced = async (fixtureId: string | number, to: unknown) => (await advance(fixtureId, to)).data

/** The match as shown on its page. */
const shown = async (fixtureId: string) => (await read(`/api/app/sportsbook/fixture/${fixtureId}`, '')).data

const isOpen = (fixture: Record<string, unknown>) =>
  (fixture['markets'] as { status: string }[]).some(({ status }) => status === 'open')

const minuteOf = async (fixtureId: string) =>
  ((await shown(fixtureId))['clock'] as { minute: number | null } | null)?.minute

async function outcomesOf(fixtureId: string): Promise<Record<string, number>> {
  const [fixture] = await harness.sportsbook.readWireFixtures(harness.deps.db, [Number(fixtureId)])
  const outcomes = present(fixture?.markets[0], 'its first market').outcomes
  return Object.fromEntries(outcomes.map(({ code, outcomeId }) => [code, Number(outcomeId)]))
}

/** A bet of R$ 10 by a new player with R$ 100. */
async function betOn(fixtureId: string, code = 'home') {
  const playerId = await harness.newPlayer(10_000)
  const { placed, betState } = openBettors(harness)
  const betId = await placed(playerId, (await outcomesOf(fixtureId))[code])
  return { playerId, betId, betState: () => betState(betId) }
}

const football = (seed: string): Simulated => ({
  sport: 'football',
  model: present(
    competitionOf(clubs.home, clubs.away)?.modelOf(clubs.home, clubs.away, 'scheduled'),
    'a model',
  ),
  seed,
  fault: null,
  withdrawn: [],
})

/** The first seed whose scores, in order, satisfy the condition. */
function seedOf(isWanted: (scores: [number, number][]) => boolean): string {
  const seeds = Array.from({ length: 2000 }, (_, at) => `seed ${at}`)
  return present(
    seeds.find((seed) => isWanted(scoresOf(seed))),
    'such a match',
  )
}

/** Each score of a match once, in order. */
const scoresOf = (seed: string): [number, number][] =>
  matchSimulation(football(seed))
    .flatMap(({ state }) => (state?.family === 'football' && state.score ? [state.score] : []))
    .filter(([home, away], at, all) => at === 0 || home !== all[at - 1]?.[0] || away !== all[at - 1]?.[1])

describe('to its kick-off', () => {
  test('starts a match now; repeated, nothing changes', async () => {
    const { fixtureId } = await schedule()
    expect(await advanced(fixtureId, 'kick-off')).toEqual({
      fixtureId,
      matchStatus: 1,
      minute: 1,
      home: 0,
      away: 0,
      isReached: true,
    })
    const before = await shown(fixtureId)
    expect(before).toMatchObject({ matchStatus: 1, clock: { minute: 1 } })
    expect(isOpen(before)).toBe(true)
    expect(Date.parse(String(before['startsAt']))).toBeLessThan(Date.now() + 60_000)
    expect(await advanced(fixtureId, 'kick-off')).toMatchObject({
      matchStatus: 1,
      minute: 1,
      isReached: true,
    })
    expect(await shown(fixtureId)).toEqual(before)
  })

  test('a match that never kicks off stays as it is, and ends cancelled', async () => {
    const { fixtureId } = await schedule({ fault: 'cancelled' })
    const { playerId } = await betOn(fixtureId)
    expect(await advanced(fixtureId, 'kick-off')).toMatchObject({ matchStatus: 0, isReached: false })
    expect(await advanced(fixtureId, 'end')).toMatchObject({ matchStatus: -10, isReached: true })
    expect(await harness.cash(playerId)).toBe(10_000)
  })

  test('starts a postponed match now', async () => {
    const { fixtureId } = await schedule({ fault: 'delayed' })
    expect(await advanced(fixtureId, 'kick-off')).toMatchObject({ matchStatus: 1, minute: 1, home: 0 })
  })
})

describe('to its next goal', () => {
  test('plays a match goal by goal, and reports when none is left', async () => {
    const seed = seedOf((scores) => scores.length === 4)
    const { fixtureId, result } = await schedule({ seed })
    for (const [home, away] of scoresOf(seed).slice(1)) {
      expect(await advanced(fixtureId, 'goal')).toMatchObject({ home, away, isReached: true })
      expect(isOpen(await shown(fixtureId))).toBe(false) // suspended as after every goal
    }
    const before = await shown(fixtureId)
    expect(await advanced(fixtureId, 'goal')).toMatchObject({ ...result, isReached: false })
    expect(await shown(fixtureId)).toEqual(before)
  })

  test.each(['basketball', 'baseball'] as const)('plays a match of %s to its next score', async (sport) => {
    const { fixtureId } = await schedule(pairOf(sport))
    const first = await advanced(fixtureId, 'goal')
    expect(Number(first['home']) + Number(first['away'])).toBeGreaterThan(0)
    expect(first).toMatchObject({ matchStatus: 1, isReached: true })
  })
})

/** Two entrants who meet in this sport. */
function pairOf(sport: Sport) {
  const [drawn] = fixturesOfDay(20_500, 'pairs', [sport])
  const [home, away] = present(drawn, 'a fixture').participants.map(({ name }) => name)
  return { home, away }
}

describe('to a minute', () => {
  test('plays a match to it, and never back', async () => {
    const { fixtureId } = await schedule()
    expect(await advanced(fixtureId, { minute: 30 })).toMatchObject({ matchStatus: 1, minute: 30 })
    expect(await advanced(fixtureId, { minute: 10 })).toMatchObject({ minute: 30, isReached: true })
    // Not in the first half's stoppage time, whose minutes count on.
    expect(await advanced(fixtureId, { minute: 46 })).toMatchObject({ matchStatus: 3, minute: 46 })
  })

  test('the match continues from there at its own speed', async () => {
    const { fixtureId } = await schedule({ speed: 60 })
    await advanced(fixtureId, { minute: 10 })
    const next = async () => {
      await playDue(harness.deps, settings)
      return minuteOf(fixtureId)
    }
    await expect.poll(next).toBeGreaterThan(10)
  })

  test('the match keeps that position on a restarted server', async () => {
    const { fixtureId } = await schedule()
    const before = await advanced(fixtureId, { minute: 60 })
    expect(before).toMatchObject({ matchStatus: 3, minute: 60 })
    const restarted = openSportsbook(harness.deps, { policy: policyOf(harness.deps.config) })
    await playDue(harness.deps, settings)
    const [fixtureState] = await restarted.readFixtureStates([Number(fixtureId)])
    expect(fixtureState).toMatchObject({ matchStatus: 3, clock: { minute: 60 }, homeScore: before['home'] })
  })

  test('a match that ended earlier stays as it is', async () => {
    const { fixtureId } = await schedule()
    expect(await advanced(fixtureId, { minute: 300 })).toMatchObject({ matchStatus: 0, isReached: false })
  })

  test('bets then wait as in play, and have a cash-out value at once', async () => {
    const { fixtureId } = await schedule({ firstGoal: { from: 2400, to: 6000 } })
    const { betId, playerId } = await betOn(fixtureId)
    await advanced(fixtureId, { minute: 20 })
    const started = performance.now()
    await betOn(fixtureId)
    expect(performance.now() - started).toBeGreaterThanOrEqual(DELAY_MS)
    const id = publicIds(harness.deps.config, 'bet').show(betId)
    const { data } = await read(`/api/app/sportsbook/cashOuts?betIds=${id}`, `${playerId}`)
    const [offer] = data['offers'] as { offerCents: number }[]
    expect(offer).toMatchObject({ offerCents: expect.any(Number) as number })
  })
})

describe('to its end', () => {
  test('a match ends with the announced result, and its bets are settled before the answer', async () => {
    const { fixtureId, result } = await schedule()
    const { betState, playerId } = await betOn(fixtureId)
    const answer = await advanced(fixtureId, 'end')
    expect(answer).toEqual({ fixtureId, matchStatus: -1, minute: null, ...result, isReached: true })
    const bet = await betState()
    expect(bet).toMatchObject({ status: 'settled', result: result.home > result.away ? 10 : 20 })
    expect(await harness.cash(playerId)).toBe(9000 + Number(bet?.returnCents))
    expect(await advanced(fixtureId, 'end')).toEqual(answer)
    expect(await advanced(fixtureId, 'goal')).toMatchObject({ ...result, isReached: false })
    await playDue(harness.deps, settings)
    expect(await advanced(fixtureId, 'kick-off')).toEqual(answer)
    expect(await harness.verify()).toEqual([])
  })

  test('events on the way count: a team that led by two and did not win is paid early', async () => {
    const seed = seedOf((scores) => {
      const [home, away] = scores.at(-1) ?? [0, 0]
      return home <= away && scores.some((score) => score[0] - score[1] === 2)
    })
    const { fixtureId } = await schedule({ seed })
    const before = await betOn(fixtureId)
    await advanced(fixtureId, { minute: 2 })
    const inPlay = await betOn(fixtureId)
    await advanced(fixtureId, 'end')
    expect(await before.betState()).toMatchObject({ status: 'settled', result: 10 })
    expect(await inPlay.betState()).toMatchObject({ status: 'settled', result: 20 })
    expect(await harness.verify()).toEqual([])
  })

  test('a race loses its withdrawn runner first', async () => {
    const race = fixturesOfDays('racing').find(({ play }) => play?.fault === 'withdrawn')
    const startsAt = new Date(Date.now() + 3_600_000)
    const messages = withOdds({ ...present(race, 'such a race'), startsAt }, settings)
    const ids = await harness.deps.db.begin((tx) => applyFeedMessages(tx, 'simulator', messages))
    const [fixtureId] = [...ids.values()]
    expect(await advanced(String(fixtureId), 'end')).toMatchObject({ matchStatus: -1, home: null })
    const rows = await harness.deps.db<{ out: number; finished: number; runners: number }[]>`
      select count(*) filter (where is_withdrawn)::integer as out, count(*)::integer as runners,
             (select jsonb_array_length(state -> 'finishes') from sportsbook_fixture where id = ${Number(fixtureId)}) as finished
        from sportsbook_fixture_participant where fixture_id = ${Number(fixtureId)}`
    expect(rows[0]).toMatchObject({ out: 1, finished: Number(rows[0]?.runners) - 1 })
  })
})

const fixturesOfDays = (sport: Sport) =>
  Array.from({ length: 20 }, (_, day) => fixturesOfDay(20_500 + day, 'races', [sport])).flat()

describe('concurrent calls', () => {
  test('fifty calls play a match once', async () => {
    const { fixtureId, result } = await schedule()
    const { betState } = await betOn(fixtureId)
    const answers = await Promise.all(Array.from({ length: 50 }, () => advance(fixtureId, 'end')))
    for (const { http, data } of answers) {
      expect(http).toBe(200)
      expect(data).toMatchObject({ matchStatus: -1, ...result, isReached: true })
    }
    expect(await betState()).toMatchObject({ result: result.home > result.away ? 10 : 20 })
    expect(await harness.verify()).toEqual([])
  })

  test('to different moments, while the simulator plays, reach each and never go back', async () => {
    const { fixtureId, result } = await schedule()
    const moments = ['kick-off', { minute: 20 }, 'goal', { minute: 70 }, 'goal', { minute: 46 }]
    const beats = Promise.all(Array.from({ length: 10 }, () => playDue(harness.deps, settings)))
    const answers = await Promise.all(moments.map((to) => advance(fixtureId, to)))
    await beats
    expect(answers.map(({ http }) => http)).toEqual(moments.map(() => 200))
    expect(await minuteOf(fixtureId)).toBeGreaterThanOrEqual(70)
    expect(await advanced(fixtureId, 'end')).toMatchObject({ matchStatus: -1, ...result })
  })
})

import { type Sport, SPORTS } from '@palpite/odds'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { present } from '../../platform/errors.ts'
import type { Deps } from '../../platform/deps.ts'
import { policyOf } from '../../protection/index.ts'
import { openSportsbook, sportsbookSettings as settings } from '../../sportsbook/index.ts'
import { tryLead } from '../queries.ts'
import { openHarness, type Harness, codeOf, requestFor } from '../../sportsbook/testing/harness.ts'
import { cancelUnplayed, playDue } from './play-due.ts'
import {
  fixturesOfDay,
  houseDay,
  startOfDay,
  fillCalendar,
  fillHistory,
  seedWorld,
  competitions,
} from './calendar.ts'
import { matchSimulation, type Simulated } from './match-simulation.ts'
import { firstGoalOf, resultOf, scheduleMatch } from './sandbox-matches.ts'
import { playAt } from './simulations/simulation.ts'

const model = { home: 1.6, away: 1.1, rho: -0.04 }
const match = (seed: string, goals: object = model): Simulated => ({
  sport: 'football',
  model: goals,
  seed,
  fault: null,
  withdrawn: [],
})

describe('a simulated football match', () => {
  test('suspends all betting for a while after each goal', () => {
    const goals = match('goals', { home: 6, away: 6, rho: 0 })
    const simulation = matchSimulation(goals)
    const goal = firstGoalOf(goals) ?? 0
    expect(playAt(simulation, goal - 1, 40)?.isStopped).toBe(false)
    expect(playAt(simulation, goal, 40)?.isStopped).toBe(true)
    expect(playAt(simulation, goal + 39, 40)?.isStopped).toBe(true)
  })

  test('scores on average what the prices expect, red cards included', () => {
    const goals = Array.from({ length: 1500 }, (_, at) => resultOf(match(`match ${at}`)))
    const mean = (side: 'home' | 'away') =>
      goals.reduce((sum, score) => sum + (score?.[side] ?? 0), 0) / goals.length
    // Four standard errors of a Poisson mean.
    expect(Math.abs(mean('home') - model.home)).toBeLessThan(4 * Math.sqrt(model.home / 1500))
    expect(Math.abs(mean('away') - model.away)).toBeLessThan(4 * Math.sqrt(model.away / 1500))
  })
})

describe('the calendar', () => {
  test('has a kick-off in every half hour, and at most one fixture a day for each entrant', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20_000, max: 40_000 }), (day) => {
        const fixtures = fixturesOfDay(day, 'seed', SPORTS)
        const slots = new Set(fixtures.map(({ startsAt }) => Math.floor(startsAt.getTime() / 1_800_000) % 48))
        expect(slots.size).toBe(48)
        for (const { name } of competitions) {
          const own = fixtures.filter(({ competition }) => competition === name)
          const entrants = own.flatMap(({ participants }) => participants.map((one) => one.name))
          expect(new Set(entrants).size).toBe(entrants.length)
        }
      }),
      { numRuns: 10 },
    )
  })

  test.each(SPORTS)('has %s every day, in fields of two sides or of six to twelve runners', (sport) => {
    for (let day = 20_000; day < 20_010; day += 1) {
      const sizes = fixturesOfDay(day, 'seed', [sport]).map(({ participants }) => participants.length)
      expect(sizes.length).toBeGreaterThanOrEqual(8)
      const [fewest, most] = sport === 'racing' ? [6, 12] : [2, 2]
      expect(Math.min(...sizes)).toBeGreaterThanOrEqual(fewest)
      expect(Math.max(...sizes)).toBeLessThanOrEqual(most)
    }
  })

  test('lets every two clubs of the first league meet at both grounds in 38 days', () => {
    const pairs = Array.from({ length: 38 }, (_, day) => fixturesOfDay(day + 38 * 500, 'seed'))
      .flat()
      .filter(({ competition }) => competition === 'Liga Maracujá')
      .map(({ participants }) => participants.map(({ name }) => name).join('-'))
    expect(new Set(pairs).size).toBe(380)
  })

  test('has football in play at every minute of a day, and most sports in most hours', () => {
    const midnight = startOfDay(20_500).getTime()
    const fixtures = [0, 1, 2].flatMap((day) => fixturesOfDay(20_500 + day, 'seed', SPORTS))
    const minutesOf = (sport: Sport, minutes: number) => {
      const starts = fixtures.filter((one) => one.sport === sport).map(({ startsAt }) => startsAt.getTime())
      // The second day of three: it includes matches started the day before.
      return Array.from({ length: 1440 }, (_, minute) => {
        const now = midnight + (1440 + minute) * 60_000
        return starts.filter((at) => at <= now && at > now - minutes * 60_000).length
      })
    }
    expect(Math.min(...minutesOf('football', 100))).toBeGreaterThanOrEqual(3)
    const liveShare = (sport: Sport, minutes: number) =>
      minutesOf(sport, minutes).filter((count) => count > 0).length / 1440
    const usual = {
      basketball: 125,
      tennis: 75,
      snooker: 110,
      baseball: 150,
      volleyball: 90,
      badminton: 35,
    } as const
    const others = { american_football: 180, table_tennis: 22, cricket: 180 } as const
    for (const [sport, minutes] of Object.entries({ ...usual, ...others }))
      expect(liveShare(sport as Sport, minutes)).toBeGreaterThan(0.45)
    expect(liveShare('boxing', 30)).toBeGreaterThan(0.2)
    expect(liveShare('racing', 30)).toBeGreaterThan(0.6) // a race in the last half hour
  })

  test('a calendar day starts at midnight in São Paulo', () => {
    expect(houseDay(new Date('2026-11-20T03:00:00Z'))).toBe(houseDay(new Date('2026-11-21T02:59:59Z')))
    expect(houseDay(new Date('2026-11-20T02:59:59Z'))).toBe(houseDay(new Date('2026-11-20T03:00:00Z')) - 1)
  })
})

describe('the seeded world', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await openHarness({ calendarDays: 1, betDelayMs: 0 }, { SANDBOX_URL: 'http://127.0.0.1:9' })
  })
  afterAll(() => harness.close())

  const world = { ...settings, calendarDays: 1 }
  const count = async () => {
    const rows = await harness.deps.db<{ fixtures: number; markets: number; live: number }[]>`
      select (select count(*) from sportsbook_fixture) as fixtures,
             (select count(*) from sportsbook_market) as markets,
             (select count(*) from sportsbook_fixture where match_status between 1 and 5) as live`
    return rows[0] ?? { fixtures: 0, markets: 0, live: 0 }
  }

  const keysBefore = async (end: Date) => {
    const rows = await harness.deps.db<{ key: string }[]>`
      select feed_key as key from sportsbook_fixture where starts_at < ${end} and not is_outright order by feed_key`
    return rows.map(({ key }) => key)
  }

  test('has matches of every hour with prices, some live, and filling it again adds nothing', async () => {
    await seedWorld(harness.deps, world)
    await playDue(harness.deps, world)
    const tomorrow = new Date(Date.now() + 86_400_000)
    const first = await count()
    expect(first.fixtures).toBeGreaterThan(48)
    expect(first.markets).toBeGreaterThan(first.fixtures * 8)
    expect(first.live).toBeGreaterThanOrEqual(3)
    const nearby = await keysBefore(tomorrow)
    await seedWorld(harness.deps, world)
    await fillCalendar(harness.deps, world)
    // What starts later may have been announced meanwhile.
    expect(await keysBefore(tomorrow)).toEqual(nearby)
  })

  test('a match in play when the world started is sent from its kick-off', async () => {
    const rows = await harness.deps.db<
      { minutes: (number | null)[]; first: object; last: object; now: object }[]
    >`
      select array_agg(moment.minute order by moment.version) as minutes,
             (array_agg(moment.state order by moment.version))[1] as first,
             (array_agg(moment.state order by moment.version desc))[1] as last, fixture.state as now
        from sportsbook_fixture fixture
        join sportsbook_competition competition on competition.id = fixture.competition_id
        join sportsbook_moment moment on moment.fixture_id = fixture.id and moment.version <= fixture.version
       where fixture.match_status between 1 and 3 and competition.sport = 'football'
       group by fixture.id`
    expect(rows.length).toBeGreaterThan(0)
    const counts = ({ score, corners }: Record<string, unknown>) => ({ score, corners })
    for (const { minutes, first, last, now } of rows) {
      expect(minutes[0]).toBeLessThan(3)
      expect(first).toMatchObject({ score: [0, 0] })
      expect(counts({ ...last })).toEqual(counts({ ...now }))
    }
  })

  test('a near fixture gets all its markets once, whatever its sport', async () => {
    const versions = () => harness.deps.db`
      select id, version from sportsbook_fixture where starts_at > now() order by id`
    const before = await versions()
    await fillCalendar(harness.deps, world)
    expect(await versions()).toEqual(before)
  })

  test('days before the world started are played at once, without markets, for tables and form', async () => {
    const before = await count()
    const added = (await fillHistory(harness.deps)) + (await fillHistory(harness.deps))
    expect(added).toBeGreaterThan(20)
    await playDue(harness.deps, world)
    const after = await count()
    expect(after.fixtures).toBe(before.fixtures + added)
    // Ended by any code: some were abandoned or never played, as matches are.
    const [over] = await harness.deps.db<{ count: number }[]>`
      select count(*)::integer as count from sportsbook_fixture fixture
       where match_status < 0 and not exists (select from sportsbook_market where fixture_id = fixture.id)`
    expect(over?.count).toBe(added)
  })

  test('a match scheduled with a first-goal window has its goal then', async () => {
    const wish = { home: 'Porto Maracujá', away: 'Vila Jabuti', startsInSeconds: 3600, speed: 1 }
    const firstGoal = { from: 240, to: 300 }
    const { fixtureId } = await scheduleMatch(harness.deps, world, { ...wish, firstGoal })
    const [drawn] = await harness.deps.db<{ seed: string; model: object }[]>`
      select seed, model from sportsbook_fixture where id = ${fixtureId}`
    const second = drawn && firstGoalOf(match(drawn.seed, drawn.model))
    expect(second).toBeGreaterThanOrEqual(240)
    expect(second).toBeLessThanOrEqual(300)
  })

  test('a scheduled match takes bets before and in play, ends as announced, and pays', async () => {
    const { fixtureId, result } = await scheduleMatch(harness.deps, world, {
      home: 'Porto Maracujá',
      away: 'Vila Jabuti',
      startsInSeconds: 3600,
      speed: 1,
    })
    await harness.fund([1], 100_000)
    const bet = async () => {
      const [fixture] = await harness.sportsbook.readWireFixtures(harness.deps.db, [fixtureId])
      const market = fixture?.markets[0]
      const outcome = market?.outcomes[0]
      return harness.sportsbook.placeBet(requestFor(1, Number(outcome?.outcomeId), { accept: 'any' }))
    }
    const placed = await bet()
    expect(placed.ok && placed.value.legs.map(({ simulated }) => simulated)).toEqual([true])
    const seen = new Set<number>()
    // Every five minutes over the hour before and a match of nearly two hours.
    for (let beat = 0; beat < 60 && !seen.has(-1); beat += 1) {
      await playDue(harness.deps, world)
      const [fixture] = await harness.sportsbook.readWireFixtures(harness.deps.db, [fixtureId])
      if (fixture) seen.add(fixture.matchStatus)
      if (fixture?.matchStatus === 1 && fixture.markets[0]?.status === 'open') await bet()
      await harness.deps.db`
        update sportsbook_fixture set starts_at = starts_at - interval '5 minutes' where id = ${fixtureId}`
    }
    expect([...seen]).toEqual([0, 1, 2, 3, -1])
    const [end] = await harness.sportsbook.readWireFixtures(harness.deps.db, [fixtureId])
    expect({ home: end?.homeScore, away: end?.awayScore }).toEqual(result)
    expect(await harness.sportsbook.settle()).toBeGreaterThan(0)
    expect(await harness.verify()).toEqual([])
    const late = await bet()
    expect(late.ok ? 'placed' : late.refusal.code).toBe('market_closed')
  })

  test('is marked as simulated: its fixtures and its competitions', async () => {
    const rows = await harness.deps.db<{ invented: boolean; fixtures: number }[]>`
      select competition.simulated and fixture.simulated as invented, count(*)::integer as fixtures
        from sportsbook_fixture fixture
        join sportsbook_competition competition on competition.id = fixture.competition_id
       group by 1`
    expect(rows).toEqual([{ invented: true, fixtures: expect.any(Number) as number }])
  })

  test('one server plays at a time, and one that was down resumes as if it had not been', async () => {
    const wish = {
      home: 'Serra do Quati',
      away: 'Barra do Pequi',
      startsInSeconds: 0,
      speed: 20,
      seed: 'away',
    }
    const { fixtureId, result } = await scheduleMatch(harness.deps, world, wish)
    await harness.deps.db.begin(async (tx) => {
      expect(await tryLead(tx)).toBe(true)
      expect(await playDue(harness.deps, world)).toBe(0) // another server leads
    })
    expect(await playDue(harness.deps, world)).toBeGreaterThan(0)
    // A whole match later: the next run finds it over.
    await harness.deps.db`
      update sportsbook_fixture set starts_at = starts_at - interval '400 seconds' where id = ${fixtureId}`
    await playDue(harness.deps, world)
    const [end] = await harness.sportsbook.readWireFixtures(harness.deps.db, [fixtureId])
    expect(end).toMatchObject({ matchStatus: -1, homeScore: result?.home, awayScore: result?.away })
  })
})

describe('a server in production', () => {
  const calendarOf = async (env: Readonly<Record<string, string>>) => {
    const harness = await openHarness(
      { calendarDays: 1 },
      { NODE_ENV: 'production', PUBLIC_ID_SECRET: 'ids of this test', ...env },
    )
    await seedWorld(harness.deps, { ...settings, calendarDays: 1 })
    const rows = await harness.deps.db<{ fixtures: number }[]>`
      select count(*)::integer as fixtures from sportsbook_fixture`
    await harness.close()
    return rows[0]?.fixtures
  }

  test('invents no match unless its simulator is switched on', async () => {
    expect(await calendarOf({})).toBe(0)
    expect(await calendarOf({ SIMULATOR_SPEED: '1' })).toBeGreaterThan(48)
  })

  test('with its simulator switched off takes no bet on simulated matches, and refunds the stakes', async () => {
    const harness = await openHarness({ calendarDays: 1 }, { NODE_ENV: 'production', SIMULATOR_SPEED: '1' })
    const { deps } = harness
    await seedWorld(deps, { ...settings, calendarDays: 1 })
    const off: Deps = { ...deps, config: { ...deps.config, SIMULATOR_SPEED: 0 } }
    const restarted = openSportsbook(off, { policy: policyOf(deps.config) })
    const [row] = await deps.db<{ fixtureId: number; outcomeId: number }[]>`
      select fixture.id as "fixtureId", outcome.id as "outcomeId"
        from sportsbook_fixture fixture
        join sportsbook_market market on market.fixture_id = fixture.id
        join sportsbook_outcome outcome on outcome.market_id = market.id
       where fixture.starts_at > now() + interval '1 hour' and market.type = 'football.1x2'
       order by fixture.id, outcome.id limit 1`
    const { fixtureId, outcomeId } = present(row, 'an outcome of the calendar')
    const playerId = await harness.newPlayer(10_000)
    const codes = []
    for (const { placeBet } of [harness.sportsbook, restarted]) {
      codes.push(codeOf(await placeBet(requestFor(playerId, outcomeId, { accept: 'any' }))))
    }
    expect(codes).toEqual(['placed', 'market_closed'])
    const hoursPast = (hours: number) => deps.db`
      update sportsbook_fixture set starts_at = now() - make_interval(hours => ${hours}) where id = ${fixtureId}`
    await hoursPast(23)
    expect([await cancelUnplayed(off), await restarted.settle()]).toEqual([0, 0])
    await hoursPast(25)
    expect([await cancelUnplayed(off), await restarted.settle()]).toEqual([1, 1])
    expect(await harness.cash(playerId)).toBe(10_000)
    expect(await cancelUnplayed(off)).toBe(0)
    expect(await harness.verify()).toEqual([])
    await harness.close()
  })
})

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { until } from '../../../../../tools/test/until.ts'
import { present } from '../../platform/errors.ts'
import { policyOf } from '../../protection/index.ts'
import { openSportsbook, setStakeFactor } from '../index.ts'
import {
  addMatch,
  type Harness,
  type Match,
  openHarness,
  play,
  codeOf,
  parlayFor,
} from '../testing/harness.ts'
import { addCost, noCosts } from './headroom-rules.ts'
import { openExposureHeadroom, readRisks } from './exposure-headroom.ts'
import { lockShares } from './queries.ts'

let harness: Harness
const playerIds = Array.from({ length: 8 }, (_, at) => 4001 + at)
beforeAll(async () => {
  harness = await openHarness()
  await harness.fund(playerIds, 100_000_000)
})
afterAll(() => harness.close())

/** Three matches, the last of another competition. */
async function openMatches() {
  const matches = [await addMatch(harness), await addMatch(harness), await addMatch(harness)] as const
  const [cup] = await harness.deps.db<{ id: number }[]>`
    insert into sportsbook_competition (sport, name, simulated)
    select 'football', ${`Taça ${matches[2].fixtureId}`}, simulated from sportsbook_fixture where id = ${matches[2].fixtureId}
    returning id`
  const [league] = await harness.deps.db<{ id: number }[]>`
    select competition_id as id from sportsbook_fixture where id = ${matches[0].fixtureId}`
  await harness.deps.db`
    update sportsbook_fixture set competition_id = ${cup?.id ?? 0} where id = ${matches[2].fixtureId}`
  return { matches, leagueId: league?.id ?? 0 }
}

/** Ends these matches and settles all bets on them. */
async function end(matches: readonly Match[]) {
  await harness.receive(matches.map(({ key }) => ({ ...play(key, -10, 0, 0), state: null })))
  await harness.sportsbook.settle()
}

/** The total worst-case cost of the matches that satisfy the condition. */
async function costCents(isOf: (one: { fixtureId: number; competitionId: number }) => boolean) {
  const risks = (await readRisks(harness.deps.db)).filter(isOf)
  return risks.reduce((sum, risk) => sum + Math.max(0, risk.costCents), 0)
}

const wish = fc.record({
  player: fc.nat(playerIds.length - 1),
  on: fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 3 }),
  code: fc.constantFrom('home', 'home', 'draw', 'over', 'under'),
  unitStakeCents: fc.integer({ min: 100, max: 6000 }),
})
/** The requests of each lane one after the other, all lanes at once. */
const lanes = fc.array(fc.array(wish, { minLength: 5, maxLength: 5 }), { minLength: 8, maxLength: 8 })
const most = fc.integer({ min: 10_000, max: 60_000 })
const matchMost = fc.integer({ min: 30_000, max: 100_000 })
const bounds = fc.record({ match: matchMost, competition: most, sport: most, book: most })
const tighter = fc.record({ league: most, football: most, tennis: most })

test('the costs of a list reduce the headroom of its match, competition, sport and book until the next refresh reads them', async () => {
  const headroom = openExposureHeadroom(harness.deps.db, 0) // read again each time
  const league = { competitionId: 901, sport: 'chess', scenarioBps: 10_000 }
  const [match, other, elsewhere] = [
    { fixtureId: 911, ...league },
    { fixtureId: 912, ...league },
    { fixtureId: 913, competitionId: 902, sport: 'chess', scenarioBps: 5000 },
  ]
  const maxScenarioCents = { match: 1000, competition: 1000, sport: 1500, book: 50_000_000 }
  const left = () =>
    [match, other, elsewhere].map((one) => headroom.left(one, { maxScenarioCents, riskLimits: [] }))
  await headroom.refresh()
  expect(left()).toEqual([1000, 1000, 500])
  const costs = noCosts()
  addCost(costs, match, 800)
  const reservation = headroom.reserve()
  reservation.set(costs)
  expect(left()).toEqual([200, 200, 500])
  reservation.set(costs) // retried
  expect(left()).toEqual([200, 200, 500])
  await headroom.refresh()
  expect(left()).toEqual([200, 200, 500])
  reservation.end()
  expect(left()).toEqual([200, 200, 500])
  await headroom.refresh()
  expect(left()).toEqual([1000, 1000, 500])
})

const together = [
  { what: 'one server that reads the book for each list', servers: 1, roomsAgeMs: 0 },
  { what: 'one server that reads the book once', servers: 1, roomsAgeMs: 60_000 },
  { what: 'three servers that read the book for each list', servers: 3, roomsAgeMs: 0 },
  { what: 'three servers that read the book once', servers: 3, roomsAgeMs: 60_000 },
]

test.each(together)(
  'concurrent bets, on any matches, to $what cost no match, competition, sport or book more than its limit',
  async ({ servers: count, roomsAgeMs }) => {
    const seen = new Map<string, number>()
    await fc.assert(
      fc.asyncProperty(lanes, bounds, tighter, async (plan, maxScenarioCents, own) => {
        const { matches, leagueId } = await openMatches()
        const riskLimits = [
          { competitionId: leagueId, maxScenarioCents: own.league },
          { sport: 'football' as const, maxScenarioCents: own.football },
          { sport: 'tennis' as const, maxScenarioCents: own.tennis },
        ]
        const servers = Array.from({ length: count }, () =>
          openSportsbook(harness.deps, {
            policy: policyOf(harness.deps.config),
            settings: { roomsAgeMs, maxScenarioCents, riskLimits },
          }),
        )
        const seats = servers.map(({ join }) => join())
        await Promise.all(
          plan.map(async (lane, nth) => {
            for (const { player, on, code, unitStakeCents } of lane) {
              const outcomeIds = on.map((at) => matches[at]?.outcomes[code])
              const request = parlayFor(playerIds[player] ?? 0, outcomeIds, { unitStakeCents })
              const { placeBet } = present(servers[nth % count], 'a server')
              const answer = codeOf(await placeBet(request))
              seen.set(answer, (seen.get(answer) ?? 0) + 1)
            }
          }),
        )
        for (const { fixtureId } of matches) {
          const cost = await costCents((one) => one.fixtureId === fixtureId)
          expect(cost).toBeLessThanOrEqual(maxScenarioCents.match)
        }
        const { competition, sport, book } = maxScenarioCents
        const league = await costCents(({ competitionId }) => competitionId === leagueId)
        expect(league).toBeLessThanOrEqual(Math.min(competition, own.league))
        expect(await costCents(() => true)).toBeLessThanOrEqual(Math.min(sport, own.football, book))
        await Promise.all(seats.map((seat) => seat.stop()))
        await end(matches) // the next one starts without open bets
      }),
      { numRuns: 4 },
    )
    expect(await harness.verify()).toEqual([])
    expect(seen.get('placed')).toBeGreaterThan(20)
    expect(seen.get('stake_above_max')).toBeGreaterThan(20)
  },
)

/** In ten-thousandths of the maximum stake; for a single at 1.90, the shortest price, that is R$ 111,111.11. */
const FACTOR_BPS = 10
const MOST_OF_PLAYER_CENTS = Math.floor((Math.floor(10_000_000 / 0.9) * FACTOR_BPS) / 10_000)

/** The open stakes of each player with a factor on each match, a parlay in full on each of its matches. */
const stakedOn = (fixtureId: number) => harness.deps.db<{ playerId: number; cents: number }[]>`
  select leg.player_id as "playerId", sum(bet.stake_cents)::bigint as cents
    from sportsbook_leg leg join sportsbook_bet bet on bet.id = leg.bet_id
   where leg.fixture_id = ${fixtureId} and bet.status = 'open' and leg.player_id = any(${playerIds.slice(4)}::bigint[])
   group by leg.player_id`

test.each([
  { what: 'all bets on it lose', home: 0, away: 1, isMoved: false },
  // Their parlays' potential returns then count on the other matches, limit or not: they were accepted.
  { what: 'many bets on it win', home: 3, away: 0, isMoved: true },
])('bets placed while a match of their parlays is settled respect every limit: $what', async (ended) => {
  const policy = policyOf(harness.deps.config)
  for (const playerId of playerIds.slice(4))
    await harness.deps.db.begin((tx) => setStakeFactor(tx, policy, { playerId, factorBps: FACTOR_BPS }))
  const seen = new Map<string, number>()
  const own = wish.map((one) => ({ ...one, code: one.code === 'under' ? 'over' : one.code }))
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(own, { minLength: 5, maxLength: 5 }), { minLength: 8, maxLength: 8 }),
      bounds,
      most,
      fc.nat(20),
      async (plan, maxScenarioCents, leagueCents, settledAfter) => {
        const { matches, leagueId } = await openMatches()
        const settings = {
          roomsAgeMs: 0,
          maxScenarioCents,
          riskLimits: [{ competitionId: leagueId, maxScenarioCents: leagueCents }],
        }
        const { placeBet, settle } = openSportsbook(harness.deps, { policy, settings })
        let answers = 0
        const settling: Promise<unknown>[] = []
        const end = async () => {
          await harness.receive([play(matches[0].key, -1, ended.home, ended.away)])
          await Promise.all([settle(), settle()])
        }
        await Promise.all(
          plan.map(async (lane) => {
            for (const { player, on, code, unitStakeCents } of lane) {
              const outcomeIds = on.map((at) => matches[at]?.outcomes[code])
              const request = parlayFor(playerIds[player] ?? 0, outcomeIds, { unitStakeCents })
              const answer = codeOf(await placeBet(request))
              seen.set(answer, (seen.get(answer) ?? 0) + 1)
              answers += 1
              if (answers === settledAfter + 1) settling.push(end())
            }
          }),
        )
        await Promise.all(settling)
        await settle()
        expect(await costCents(({ fixtureId }) => fixtureId === matches[0].fixtureId)).toBe(0)
        for (const { fixtureId } of matches)
          for (const { cents } of await stakedOn(fixtureId))
            expect(cents).toBeLessThanOrEqual(MOST_OF_PLAYER_CENTS)
        const { match, competition, sport, book } = maxScenarioCents
        const leftOf = async ({ fixtureId }: { fixtureId: number }, isOfLeague: boolean) => {
          const league = await costCents(({ competitionId }) => competitionId === leagueId)
          return Math.min(
            match - (await costCents((one) => one.fixtureId === fixtureId)),
            Math.min(sport, book) - (await costCents(() => true)),
            competition - (isOfLeague ? league : await costCents((one) => one.fixtureId === fixtureId)),
            isOfLeague ? leagueCents - league : Number.MAX_SAFE_INTEGER,
          )
        }
        for (const [at, one] of matches.slice(1).entries()) {
          const left = await leftOf(one, at === 0)
          expect(left).toBeGreaterThanOrEqual(ended.isMoved ? -Infinity : 0)
          // A single at 2.00 costs at most its stake: one above the remainder is refused, however small it has
          // become.
          const stake = Math.max(100, left + 1)
          const more = parlayFor(playerIds[0] ?? 0, [one.outcomes['home']], { unitStakeCents: stake })
          expect(codeOf(await placeBet(more))).toBe('stake_above_max')
        }
        expect(await harness.verify()).toEqual([])
        await harness.receive(matches.slice(1).map(({ key }) => ({ ...play(key, -10, 0, 0), state: null })))
        await settle()
      },
    ),
    { numRuns: 5 },
  )
  for (const playerId of playerIds.slice(4))
    await harness.deps.db.begin((tx) => setStakeFactor(tx, policy, { playerId, factorBps: 10_000 }))
  expect(await harness.verify()).toEqual([])
  expect(seen.get('placed')).toBeGreaterThan(30)
  expect(seen.get('stake_above_max')).toBeGreaterThan(20)
  expect(seen.get('market_closed')).toBeGreaterThan(5)
})

describe('several servers', () => {
  const legs = (match: Match) => [
    { outcomeId: match.outcomes['home'] ?? 0, priceMilli: 2000, isBanker: false },
  ]
  /** The maximum stake this server accepts of one player on the home side, at 2.00: half of the match's headroom. */
  const mostOn = async ({ maxStake }: ReturnType<typeof openSportsbook>, match: Match) => {
    const most = await maxStake({ playerId: playerIds[0] ?? 0, legs: legs(match), folds: [1] })
    return most.ok ? most.value.maxStakeCents : 0
  }
  const open = () =>
    openSportsbook(harness.deps, {
      policy: policyOf(harness.deps.config),
      settings: {
        roomsAgeMs: 60_000,
        maxScenarioCents: { match: 20_000, competition: 1_000_000, sport: 1_000_000, book: 1_000_000 },
      },
    })
  const bet = async ({ placeBet }: ReturnType<typeof openSportsbook>, match: Match, unitStakeCents: number) =>
    codeOf(await placeBet(parlayFor(playerIds[1] ?? 0, [match.outcomes['home']], { unitStakeCents })))

  test('share the headroom evenly, of matches with and without bets; the last server left has all of it', async () => {
    const {
      matches: [one, other],
    } = await openMatches()
    const [first, second] = [open(), open()]
    const seat = first.join()
    expect(await mostOn(first, one)).toBe(10_000)
    expect(await bet(first, one, 4000)).toBe('placed')
    expect(await mostOn(first, one)).toBe(8000)
    const otherSeat = second.join()
    expect([await mostOn(second, one), await mostOn(first, one)]).toEqual([4000, 4000]) // from its first bet on
    expect([await mostOn(first, other), await mostOn(second, other)]).toEqual([5000, 5000])
    expect(await bet(second, other, 5001)).toBe('stake_above_max')
    expect(await bet(second, other, 5000)).toBe('placed')
    expect([await mostOn(first, other), await mostOn(second, other)]).toEqual([5000, 2500])
    await otherSeat.stop()
    await until('the first has all headroom', async () => (await mostOn(first, one)) === 8000)
    await seat.stop()
    await end([one, other])
    expect(await harness.verify()).toEqual([])
  })

  test('accept bets again once a lost connection is replaced, and not before', async () => {
    const {
      matches: [match],
    } = await openMatches()
    const server = open()
    const seat = server.join()
    expect(await mostOn(server, match)).toBe(10_000)
    const pids = async () =>
      (await harness.deps.db<{ pid: number }[]>`select pid from sportsbook_room_share`).map(({ pid }) => pid)
    const before = await pids()
    await ownerOf(harness.deps.db)`select pg_terminate_backend(pid) from sportsbook_room_share`
    await until('it is registered under a new one', async () =>
      (await pids()).some((pid) => !before.includes(pid)),
    )
    expect(await mostOn(server, match)).toBe(10_000)
    expect(await pids()).toHaveLength(1)
    await seat.stop()
  })

  test('reserve what a killed server had left', async () => {
    const {
      matches: [match],
    } = await openMatches()
    await harness.deps.db`
      insert into sportsbook_room_share (server, pid, session_start, servers)
      values (gen_random_uuid(), 1, '2026-01-01', 1)`
    const server = open()
    const seat = server.join()
    expect(await mostOn(server, match)).toBe(10_000)
    await seat.stop()
    expect(await harness.deps.db`select server from sportsbook_room_share`).toEqual([])
  })

  test('leave no reservation behind when they stop during a refresh', async () => {
    const {
      matches: [match],
    } = await openMatches()
    const server = open()
    const seat = server.join()
    const held = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const holding = harness.deps.db.begin(async (tx) => {
      await lockShares(tx)
      locked.resolve()
      await held.promise
    })
    await locked.promise
    const asked = mostOn(server, match).catch(() => 0)
    await until('it waits for the refresh', async () => {
      const [row] = await ownerOf(harness.deps.db)<{ waiting: number }[]>`
        select count(*)::integer as waiting from pg_locks
         where locktype = 'advisory' and not granted
           and database = (select oid from pg_database where datname = current_database())`
      return (row?.waiting ?? 0) > 0
    })
    const stopped = seat.stop()
    held.resolve()
    await Promise.all([holding, stopped, asked])
    expect(await harness.deps.db`select server from sportsbook_room_share`).toEqual([])
  })
})

test('the match with the highest worst-case cost comes first, with its score and its headroom', async () => {
  const { matches } = await openMatches()
  const [first, second] = matches
  const maxScenarioCents = { match: 50_000, competition: 1_000_000, sport: 1_000_000, book: 1_000_000 }
  const sportsbook = openSportsbook(harness.deps, {
    policy: policyOf(harness.deps.config),
    settings: { roomsAgeMs: 0, maxScenarioCents },
  })
  const place = (outcomeId: number | undefined, unitStakeCents: number) =>
    sportsbook.placeBet(parlayFor(playerIds[0] ?? 0, [outcomeId], { unitStakeCents }))
  expect(codeOf(await place(first.outcomes['home'], 2000))).toBe('placed')
  expect(codeOf(await place(second.outcomes['draw'], 5000))).toBe('placed')
  expect(codeOf(await place(second.outcomes['over'], 1000))).toBe('placed')
  const { book, matches: reported } = await sportsbook.readWorst(2)
  // A draw with four goals: R$ 100 for it, R$ 9 for those above two and a quarter.
  expect(reported).toMatchObject([
    { fixtureId: second.fixtureId, costCents: 10_900, score: { home: 2, away: 2 }, leftCents: 39_100 },
    { fixtureId: first.fixtureId, costCents: 2000, score: { home: 1, away: 0 }, leftCents: 48_000 },
  ])
  expect(reported[0]?.home).toMatch(/^Casa/)
  expect(book).toEqual({ costCents: 12_900, maxCents: 1_000_000 })
})

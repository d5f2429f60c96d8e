import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openGames } from './games/index.ts'
import { launch, openSessionOf, openStudio } from './games/testing/harness.ts'
import { lifetimeTurnover, readNetLossDays } from './ledger/index.ts'
import { present } from './platform/errors.ts'
import { policyOf } from './protection/index.ts'
import {
  addMatch,
  type Harness,
  nextRequest,
  offersAt,
  openHarness,
  parlayFor,
  plainOffers,
  play,
} from './sportsbook/testing/harness.ts'

const CASH_CENTS = 1_000_000

let harness: Harness
let games: ReturnType<typeof openGames>
beforeAll(async () => {
  const dates = { from: '2020-01-01T00:00:00Z', until: '2099-01-01T00:00:00Z' }
  harness = await openHarness({
    parlayInsurances: [{ ...dates, minLegs: 2, minPriceMilli: 1500, maxCents: 300 }],
  })
  games = openGames(harness.deps, { policy: policyOf(harness.deps.config) })
  await openStudio(harness)
})
afterAll(() => harness.close())

type Reported = 'void' | 'valid' | 'reopened' | readonly [number, number]

const winner = { type: 'football.1x2', period: 'full', lineQuarters: null, side: null } as const

/** A player with money, two matches to bet on, and a game of a studio. */
async function openWorld() {
  const playerId = await harness.newPlayer(CASH_CENTS)
  const matches = [await addMatch(harness), await addMatch(harness)]
  const keyOf = (match: number) => present(matches[match], 'a match').key
  await launch(harness, playerId)
  const session = present(await openSessionOf(harness, playerId), 'a session')
  const betIds: number[] = []
  const debits: { roundId: string; transactionId: string }[] = []
  const roundOf = (round: number) => `of-${playerId}-${round}`
  const studio = (round: number) => ({ studioId: 'acme', session, roundId: roundOf(round) })
  const netLoss = async () => {
    const [row] = await harness.deps.db<{ from: string; until: string }[]>`
      select (day - 1)::text as "from", day::text as until
        from (select (now() at time zone 'America/Sao_Paulo')::date as day) as clock`
    const days = await readNetLossDays(harness.deps.db, [playerId], present(row, 'the days'))
    return days.reduce((sum, { netLossCents }) => sum + netLossCents, 0)
  }
  return {
    playerId,
    netLoss,
    lost: async () => CASH_CENTS - (await harness.cash(playerId)),
    /** One leg on each of these matches; a parlay of two is insured. */
    bet: async (on: readonly number[], unitStakeCents = 1_000) => {
      const legs = on.map((match) => matches[match]?.outcomes['home'])
      const asked = parlayFor(playerId, legs, { unitStakeCents })
      const answer = await harness.sportsbook.placeBet(asked)
      if (answer.ok) betIds.push(Number(answer.value.betId))
      return answer.ok
    },
    /** Cashes out the newest bet that is open, or a part of its stake. */
    sell: async (unitCents?: number) => {
      const offer = (await harness.sportsbook.cashOuts.offers(playerId, betIds)).at(-1)
      if (!offer) return false
      const { quoteId } = offer
      const request = { playerId, requestId: nextRequest(), quoteId, unitCents, minShareBps: 0 }
      return (await harness.sportsbook.cashOuts.accept(request)).ok
    },
    odds: (match: number, priceMilli: number) =>
      harness.receive([{ kind: 'odds', key: keyOf(match), offers: offersAt(priceMilli) }]),
    report: async (match: number, reported: Reported) => {
      const key = keyOf(match)
      const window = { key, markets: [winner], from: null, until: null }
      if (reported === 'void')
        await harness.receive([{ ...window, kind: 'bet_cancel', reason: 'the prices were wrong' }])
      else if (reported === 'valid') await harness.receive([{ ...window, kind: 'rollback_cancel' }])
      else if (reported === 'reopened')
        await harness.receive([
          { ...play(key, -11, 0, 0), state: null },
          { kind: 'odds', key, offers: plainOffers },
        ])
      else await harness.receive([play(key, -1, ...reported)])
      await harness.sportsbook.settle()
    },
    debit: async (round: number, cents: number) => {
      const one = { ...studio(round), transactionId: nextRequest() }
      const [answer] = await games.applyTransactions([{ ...one, kind: 'debit', cents }])
      if (answer?.ok) debits.push(one)
    },
    credit: (round: number, cents: number, endsRound = true) =>
      games.applyTransactions([
        { ...studio(round), kind: 'credit', transactionId: nextRequest(), cents, endsRound },
      ]),
    /** Rolls back the newest debit. */
    rollback: async () => {
      const debit = debits.pop()
      if (!debit) return
      const { roundId, transactionId: refersTo } = debit
      const transactionId = nextRequest()
      await games.applyTransactions([{ ...studio(0), roundId, kind: 'rollback', transactionId, refersTo }])
    },
    end: (round: number) => games.applyTransactions([{ ...studio(round), kind: 'end' }]),
  }
}
type World = Awaited<ReturnType<typeof openWorld>>

test.each<{ what: string; does: (world: World) => Promise<unknown>; lostCents?: number }>([
  { what: 'lost', does: (world) => world.report(0, [0, 1]), lostCents: 1_000 },
  { what: 'won', does: (world) => world.report(0, [1, 0]), lostCents: -1_000 },
  { what: 'void', does: (world) => world.report(0, 'void'), lostCents: 0 },
  {
    what: 'cashed out at a loss',
    does: async ({ odds, sell }) => {
      await odds(0, 4000)
      expect(await sell()).toBe(true)
    },
  },
  {
    what: 'cashed out in part, the rest lost',
    does: async ({ sell, report }) => {
      expect(await sell(400)).toBe(true)
      await report(0, [0, 1])
    },
  },
  {
    what: 'cashed out in part, the rest void',
    does: async ({ sell, report }) => {
      expect(await sell(400)).toBe(true)
      await report(0, 'void')
    },
  },
  {
    what: 'void, valid again and cashed out',
    does: async ({ odds, report, sell }) => {
      await report(0, 'void')
      await report(0, 'valid')
      await odds(0, 4000)
      expect(await sell()).toBe(true)
    },
  },
  {
    what: 'void, valid again, cashed out in part and lost',
    does: async ({ report, sell }) => {
      await report(0, 'void')
      await report(0, 'valid')
      expect(await sell(400)).toBe(true)
      await report(0, [0, 1])
    },
  },
])('a bet of R$ 10 that was $what is a loss of what it cost', async ({ does, lostCents }) => {
  const world = await openWorld()
  expect(await world.bet([0])).toBe(true)
  expect(await world.netLoss()).toBe(0) // an open stake is not lost yet
  await does(world)
  const lost = await world.lost()
  expect(await world.netLoss()).toBe(lost)
  expect(lost).toBe(lostCents ?? Math.max(1, lost)) // what a sale pays depends on the prices: something is lost
})

test('an insured parlay that one leg loses is a loss of its uninsured part', async () => {
  const world = await openWorld()
  expect(await world.bet([0, 1])).toBe(true)
  await world.report(0, [1, 0])
  await world.report(1, [0, 1])
  expect([await world.netLoss(), await world.lost()]).toEqual([700, 700])
})

test('a stake that a studio rolls back is no loss, the others of its round are', async () => {
  const world = await openWorld()
  await world.debit(1, 300)
  await world.debit(1, 500)
  await world.rollback()
  expect(await world.netLoss()).toBe(0)
  await world.end(1)
  expect([await world.netLoss(), await world.lost()]).toEqual([300, 300])
})

const match = fc.integer({ min: 0, max: 1 })
const round = fc.integer({ min: 0, max: 2 })
const cents = fc.integer({ min: 100, max: 900 })
const score = fc.tuple(fc.nat({ max: 2 }), fc.nat({ max: 2 }))
const step = fc.oneof(
  fc.record({ does: fc.constant('bet' as const), on: fc.constantFrom([0], [1], [0, 1]), cents }),
  fc.record({ does: fc.constant('sell' as const), unitCents: fc.option(cents, { nil: undefined }) }),
  fc.record({ does: fc.constant('odds' as const), match, priceMilli: fc.constantFrom(1500, 2000, 4000) }),
  fc.record({
    does: fc.constant('report' as const),
    match,
    reported: fc.oneof(fc.constantFrom('void' as const, 'valid' as const, 'reopened' as const), score),
  }),
  fc.record({ does: fc.constant('debit' as const), round, cents }),
  fc.record({ does: fc.constant('credit' as const), round, cents, ends: fc.boolean() }),
  fc.record({ does: fc.constant('rollback' as const) }),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

function run(world: World, one: Step): Promise<unknown> {
  switch (one.does) {
    case 'bet':
      return world.bet(one.on, one.cents)
    case 'sell':
      return world.sell(one.unitCents)
    case 'odds':
      return world.odds(one.match, one.priceMilli)
    case 'report':
      return world.report(one.match, one.reported)
    case 'debit':
      return world.debit(one.round, one.cents)
    case 'credit':
      return world.credit(one.round, one.cents, one.ends)
    case 'rollback':
      return world.rollback()
    default:
      return one satisfies never
  }
}

test('once everything has ended, the net loss is what the player lost, whatever happened to bets and rounds before', async () => {
  let unsettled = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 20 }),
      score,
      score,
      async (steps, ...last) => {
        const world = await openWorld()
        for (const one of steps) await run(world, one)
        for (const [at, final] of last.entries()) {
          await world.report(at, 'valid')
          await world.report(at, final)
        }
        for (const at of [0, 1, 2]) await world.end(at)
        expect(await world.netLoss()).toBe(await world.lost())
        const turnover = (await lifetimeTurnover(harness.deps.db, [world.playerId])).get(world.playerId)
        if (turnover?.endedUnsettledCents) unsettled += 1
      },
    ),
    { numRuns: 20, seed: 3606 },
  )
  expect(await harness.verify()).toEqual([])
  expect(unsettled).toBeGreaterThan(10) // the runs were meaningful
})

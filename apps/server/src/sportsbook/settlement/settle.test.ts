import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lifetimeTurnover, move, lockAccounts, post } from '../../ledger/index.ts'
import { Fault } from '../../platform/errors.ts'
import type { Deps } from '../../platform/deps.ts'
import { policyOf } from '../../protection/index.ts'
import { wageringSettings } from '../../wagering/index.ts'
import { sportsbookSettings } from '../settings.ts'
import {
  type Bettors,
  openBettors,
  addMatch,
  openHarness,
  play,
  type Harness,
  parlayFor,
} from '../testing/harness.ts'
import { checkFeeds } from './check-feeds.ts'
import { claimTasks } from './queries.ts'
import { resolveFixtures, settleBetsOn, settleFixtures } from './settle-fixtures.ts'
import { readUnsettled, selectUnsettled } from './current-bet-queries.ts'
import { settleBets } from './settle-bets.ts'

let harness: Harness
let deps: Deps
let bettors: Bettors
beforeAll(async () => {
  harness = await openHarness({ settleAtOnce: 20 })
  ;({ deps } = harness)
  bettors = openBettors(harness)
})
afterAll(() => harness.close())

const settling = (own: Deps) => ({
  ...own,
  wagering: wageringSettings,
  freeBets: { terms: policyOf(own.config).terms, bonusTimes: sportsbookSettings.freeBetTimes },
})

const newPlayer: Harness['newPlayer'] = (cents) => harness.newPlayer(cents)
const placed: Bettors['placed'] = (...bet) => bettors.placed(...bet)
const betState: Bettors['betState'] = (betId) => bettors.betState(betId)

test.each([
  { code: 'home', score: [2, 1], returns: 2000, what: 'a winner' },
  { code: 'draw', score: [1, 1], returns: 3000, what: 'a draw' },
  { code: 'away', score: [2, 1], returns: 0, what: 'a loser' },
  { code: 'over', score: [3, 0], returns: 1900, what: 'over 2.25 with three goals' },
  { code: 'over', score: [1, 1], returns: 500, what: 'over 2.25 with two goals, half lost' },
  { code: 'under', score: [1, 1], returns: 1450, what: 'under 2.25 with two goals, half won' },
  { code: 'under', score: [0, 1], returns: 1900, what: 'under 2.25 with one goal' },
] as const)('a stake of R$ 10 on $what returns $returns cents', async ({ code, score, returns }) => {
  const { outcomes, key } = await addMatch(harness)
  const playerId = await newPlayer(1000)
  const betId = await placed(playerId, outcomes[code])
  await harness.receive([play(key, -1, score[0], score[1])])
  expect(await harness.sportsbook.settle()).toBe(1)
  expect(await betState(betId)).toMatchObject({ status: 'settled', returnCents: returns })
  expect(await harness.cash(playerId)).toBe(returns)
  expect(await harness.verify()).toEqual([])
})

test.each([
  { matchStatus: -10, what: 'cancelled' },
  { matchStatus: -14, what: 'postponed' },
] as const)(
  'a match that is $what refunds exactly the stakes, to cash and bonus as they came',
  async (way) => {
    const { outcomes, key } = await addMatch(harness)
    const playerId = await newPlayer(700)
    await giveBonus(playerId, 300)
    const betId = await placed(playerId, outcomes['home'])
    await harness.receive([{ ...play(key, way.matchStatus, 0, 0), state: null }])
    await harness.sportsbook.settle()
    expect(await betState(betId)).toMatchObject({ status: 'settled', returnCents: 1000, result: 90 })
    expect(await balances(playerId)).toEqual({ cash: 700, bonus: 300 })
    expect(await turnover(playerId)).toMatchObject({ settledCents: 0, returnedCents: 1000 })
    expect(await harness.verify()).toEqual([])
  },
)

test('an abandoned match keeps what was decided and refunds the rest', async () => {
  const { outcomes, key } = await addMatch(harness)
  const playerId = await newPlayer(2000)
  const over = await placed(playerId, outcomes['over'])
  const home = await placed(playerId, outcomes['home'])
  await harness.receive([play(key, -12, 3, 0)])
  await harness.sportsbook.settle()
  expect(await betState(over)).toMatchObject({ returnCents: 1900 })
  expect(await betState(home)).toMatchObject({ returnCents: 1000, result: 90 })
})

test('a return goes to cash and bonus in the proportion of the stake, to the cent', async () => {
  const { outcomes, key } = await addMatch(harness)
  const playerId = await newPlayer(333)
  await giveBonus(playerId, 667)
  await placed(playerId, outcomes['home'])
  await harness.receive([play(key, -1, 1, 0)])
  await harness.sportsbook.settle()
  expect(await balances(playerId)).toEqual({ cash: 666, bonus: 1334 })
})

test('settled stakes count, and events report each bet’s result', async () => {
  const { outcomes, key } = await addMatch(harness)
  const playerId = await newPlayer(1000)
  const betId = await placed(playerId, outcomes['home'])
  await harness.receive([play(key, -1, 1, 0)])
  await harness.sportsbook.settle()
  expect(await turnover(playerId)).toEqual({
    stakedCents: 1000,
    settledCents: 1000,
    returnedCents: 2000,
    wageredCents: 1000,
    contributedE4: 1000 * 10_000,
    bets: 1,
    unrewardedCents: 0,
    endedUnsettledCents: 0,
  })
  const events = await deps.db<{ events: object[] }[]>`
    select events::json from platform_outbox where topic = 'bet.settled' order by id desc limit 1`
  expect(events[0]?.events).toEqual([{ playerId, betId, result: 10, returnCents: 2000, stakeCents: 1000 }])
})

describe('once only', () => {
  test('settling again changes nothing', async () => {
    const { outcomes, key, fixtureId } = await addMatch(harness)
    const playerId = await newPlayer(1000)
    await placed(playerId, outcomes['home'])
    await harness.receive([play(key, -1, 1, 0)])
    await harness.sportsbook.settle()
    await harness.receive([play(key, -1, 1, 0)])
    expect(await harness.sportsbook.settle()).toBe(0)
    expect(await settleBetsOn(settling(deps), { settleAtOnce: 100 }, [fixtureId])).toEqual({
      changed: 0,
      passedOver: 0,
      failed: [],
    })
    expect(await harness.cash(playerId)).toBe(2000)
  })

  test('two workers with the same list pay each bet once', async () => {
    const { outcomes, key, fixtureId } = await addMatch(harness)
    const all = await Promise.all(Array.from({ length: 30 }, () => newPlayer(2000)))
    await Promise.all(all.flatMap((one) => [placed(one, outcomes['home']), placed(one, outcomes['away'])]))
    await harness.receive([play(key, -1, 1, 0)])
    await resolveAndCheck()
    const list = await readAll(fixtureId)
    expect(list.length).toBe(60)
    const settled = await Promise.all(Array.from({ length: 6 }, () => settleBets(settling(deps), list)))
    const changed = settled.map((each) => each.changed)
    expect(changed.toSorted((one, other) => one - other)).toEqual([0, 0, 0, 0, 0, 60])
    expect(await Promise.all(all.map((one) => harness.cash(one)))).toEqual(all.map(() => 2000))
    expect(await harness.verify()).toEqual([])
    await harness.sportsbook.settle()
  })

  test('a correction holds for a bet that a worker with an older read settles meanwhile', async () => {
    const [one, other] = [await addMatch(harness), await addMatch(harness)]
    const playerId = await newPlayer(1000)
    const bet = await harness.sportsbook.placeBet(
      parlayFor(playerId, [one.outcomes['home'], other.outcomes['home']]),
    )
    await harness.receive([play(one.key, -1, 1, 0), play(other.key, -1, 1, 0)])
    await resolveAndCheck()
    const stale = await readAll(other.fixtureId)
    await harness.receive([play(one.key, -1, 0, 1)])
    await resolveFixtures(deps, sportsbookSettings)
    // The first transaction resolves results, the second compares feeds, the third settles what was read.
    const db = beforeTransaction(deps.db, 3, () => settleBets(settling(deps), stale))
    await settleFixtures(settling({ ...deps, db }), sportsbookSettings)
    expect(await betState(bet.ok ? Number(bet.value.betId) : 0)).toMatchObject({
      status: 'settled',
      returnCents: 0,
    })
    expect(await harness.cash(playerId)).toBe(0)
    expect(await harness.verify()).toEqual([])
  })

  test('a list interrupted by a crash is settled by the next pass', async () => {
    const { outcomes, key } = await addMatch(harness)
    const playerId = await newPlayer(50_000)
    await Promise.all(Array.from({ length: 50 }, () => placed(playerId, outcomes['home'])))
    await harness.receive([play(key, -1, 1, 0)])
    // The server dies after its first list: the lease expires, the bets stay.
    const died = { ...deps, db: failingAfter(deps.db, 4) }
    await expect(settleFixtures(settling(died), { ...sportsbookSettings, settleAtOnce: 7 })).rejects.toThrow(
      'dead',
    )
    const paid = await harness.cash(playerId)
    expect(paid % 2000).toBe(0)
    expect(paid).toBeLessThan(100_000)
    expect(await harness.verify()).toEqual([])
    await deps.db`update sportsbook_settlement_task set leased_until = '2000-01-01'`
    await harness.sportsbook.settle()
    expect(await harness.cash(playerId)).toBe(100_000)
    expect(await harness.verify()).toEqual([])
  })
})

/** The bets to settle on a match, as a worker reads them. */
async function readAll(fixtureId: number) {
  const betIds = await selectUnsettled(deps.db, fixtureId, { after: 0, max: 100 })
  return readUnsettled(deps.db, new Map(betIds.map((betId) => [betId, fixtureId])))
}

/** Resolves decided markets and compares feeds; any worker may settle then. */
async function resolveAndCheck(): Promise<void> {
  await resolveFixtures(deps, sportsbookSettings)
  await checkFeeds(deps, await claimTasks(deps.db, 100, 0))
}

/** The database until this many transactions have started; then the server is dead. */
function failingAfter(db: Deps['db'], transactions: number): Deps['db'] {
  let begun = 0
  return Object.assign(((...args: Parameters<typeof db>) => db(...args)) as Deps['db'], {
    close: db.close,
    begin: ((work) => {
      begun += 1
      return begun > transactions ? Promise.reject(new Fault('dead')) : db.begin(work)
    }) as Deps['db']['begin'],
  })
}

/** The database, with an action before one of its transactions starts. */
function beforeTransaction(db: Deps['db'], at: number, happens: () => Promise<unknown>): Deps['db'] {
  let begun = 0
  return Object.assign(((...args: Parameters<typeof db>) => db(...args)) as Deps['db'], {
    close: db.close,
    begin: (async (work) => {
      begun += 1
      if (begun === at) await happens()
      return db.begin(work)
    }) as Deps['db']['begin'],
  })
}

describe('corrected results', () => {
  test('count their reversal towards the loss limit, and a stake as settled once', async () => {
    const { outcomes, key } = await addMatch(harness)
    const playerId = await newPlayer(1000)
    await placed(playerId, outcomes['home'])
    const settledAs = async (...score: [number, number]) => {
      await harness.receive([play(key, -1, ...score)])
      await harness.sportsbook.settle()
      return turnover(playerId)
    }
    const counted = {
      stakedCents: 1000,
      settledCents: 1000,
      wageredCents: 1000,
      contributedE4: 10_000_000,
      bets: 1,
      unrewardedCents: 0,
      endedUnsettledCents: 0,
    }
    expect(await settledAs(1, 0)).toEqual({ ...counted, returnedCents: 2000 })
    expect(await settledAs(0, 1)).toEqual({ ...counted, returnedCents: 0 }) // so R$ 10 are lost today
    expect(await settledAs(1, 0)).toEqual({ ...counted, returnedCents: 2000 })
    await harness.receive([{ ...play(key, -11, 0, 0), state: null }])
    await harness.sportsbook.settle()
    expect(await turnover(playerId)).toEqual({ ...counted, returnedCents: 0 })
    expect(await settledAs(1, 0)).toEqual({ ...counted, returnedCents: 2000 })
  })

  test('settle, roll back, settle again: the money follows, and every step is in the ledger', async () => {
    const { outcomes, key } = await addMatch(harness)
    const playerId = await newPlayer(1000)
    const betId = await placed(playerId, outcomes['home'])
    await harness.receive([play(key, -1, 1, 0)])
    await harness.sportsbook.settle()
    expect(await harness.cash(playerId)).toBe(2000)
    await harness.receive([{ ...play(key, -11, 0, 0), state: null }])
    expect(await harness.sportsbook.settle()).toBe(1)
    expect(await betState(betId)).toEqual({ status: 'open', returnCents: null, result: null })
    expect(await harness.cash(playerId)).toBe(0)
    expect(await harness.verify()).toEqual([])
    await harness.receive([play(key, -1, 0, 1)])
    await harness.sportsbook.settle()
    expect(await betState(betId)).toMatchObject({ status: 'settled', returnCents: 0 })
    await harness.receive([play(key, -1, 2, 1)])
    await harness.sportsbook.settle()
    expect(await betState(betId)).toMatchObject({ status: 'settled', returnCents: 2000 })
    expect(await harness.cash(playerId)).toBe(2000)
    expect(await harness.verify()).toEqual([])
    const moves = await deps.db<{ key: string }[]>`
      select key from ledger_transfer where key like ${`bet:${betId}:%`} order by created_at, key`
    expect(moves.map((move) => move.key)).toEqual([
      `bet:${betId}:stake`,
      `bet:${betId}:1:return`,
      `bet:${betId}:2:back:cash`,
      `bet:${betId}:4:return`,
    ])
  })

  test('money the player has spent meanwhile becomes a debt, never a negative balance', async () => {
    const { outcomes, key } = await addMatch(harness)
    const playerId = await newPlayer(1000)
    await placed(playerId, outcomes['home'])
    await harness.receive([play(key, -1, 1, 0)])
    await harness.sportsbook.settle()
    const other = await addMatch(harness)
    await placed(playerId, other.outcomes['home'], { stakeCents: 1500 })
    await harness.receive([play(key, -1, 0, 1)])
    await harness.sportsbook.settle()
    expect(await balances(playerId)).toEqual({ cash: 0, bonus: 0, debt: -1500 })
    expect(await harness.verify()).toEqual([])
    // The other bet's winnings repay it; until then no new stake is accepted.
    const third = await addMatch(harness)
    await expect(placed(playerId, third.outcomes['home'])).rejects.toThrow('owes_money')
    await harness.receive([play(other.key, -1, 1, 0)])
    await harness.sportsbook.settle()
    expect(await balances(playerId)).toEqual({ cash: 1500, bonus: 0, debt: 0 })
    await placed(playerId, third.outcomes['home'])
    expect(await harness.verify()).toEqual([])
  })
})

test('money is conserved whatever is staked, and however a match ends and is corrected', async () => {
  const code = fc.constantFrom('home', 'draw', 'away', 'over', 'under')
  const end = fc.record({
    matchStatus: fc.constantFrom(-1, -1, -1, -10, -11, -12, -14),
    home: fc.integer({ min: 0, max: 4 }),
    away: fc.integer({ min: 0, max: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(code, fc.integer({ min: 100, max: 3000 })), { minLength: 1, maxLength: 8 }),
      fc.array(end, { minLength: 1, maxLength: 3 }),
      async (stakes, ends) => {
        const { outcomes, key } = await addMatch(harness)
        const playerId = await newPlayer(30_000)
        for (const [name, stakeCents] of stakes) await placed(playerId, outcomes[name], { stakeCents })
        for (const { matchStatus, home, away } of ends) {
          await harness.receive([play(key, matchStatus as -1, home, away)])
          await harness.sportsbook.settle()
        }
        expect(await harness.verify()).toEqual([])
      },
    ),
    { numRuns: 15 },
  )
})

async function giveBonus(playerId: number, cents: number): Promise<void> {
  await deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId])
    move(batch, { key: `gift:${playerId}`, from: 'gifts', to: { playerId, kind: 'bonus' }, cents })
    await post(tx, batch)
  })
}

async function balances(playerId: number): Promise<Record<string, number>> {
  const rows = await deps.db<{ kind: string; cents: number }[]>`
    select kind, balance_cents as cents from ledger_account where player_id = ${playerId}`
  return Object.fromEntries(rows.map(({ kind, cents }) => [kind, cents]))
}

const turnover = async (playerId: number) => (await lifetimeTurnover(deps.db, [playerId])).get(playerId)

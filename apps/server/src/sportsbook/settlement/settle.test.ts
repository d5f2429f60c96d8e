import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lifetimeTurnover, move, openBook, post } from '../../ledger/index.ts'
import { Fault } from '../../platform/fault.ts'
import type { House } from '../../platform/house.ts'
import { sportsbookSettings } from '../settings.ts'
import { type Bettors, openBettors } from '../testing/trial-bettors.ts'
import { addMatch, openTrial, play, type Trial } from '../testing/trial.ts'
import { resolveFixtures } from './resolve-fixtures.ts'
import { selectUnsettled } from './queries.ts'
import { settleBets } from './settle-bets.ts'
import { settleBetsOn, settleFixtures } from './settle-fixtures.ts'

let trial: Trial
let house: House
let bettors: Bettors
beforeAll(async () => {
  trial = await openTrial({ settleAtOnce: 20 })
  ;({ house } = trial)
  bettors = openBettors(trial)
})
afterAll(() => trial.close())

const newPlayer: Trial['newPlayer'] = (cents) => trial.newPlayer(cents)
const placed: Bettors['placed'] = (...bet) => bettors.placed(...bet)
const standing: Bettors['standing'] = (betId) => bettors.standing(betId)

test.each([
  { side: 'home', score: [2, 1], returns: 2000, what: 'a winner' },
  { side: 'draw', score: [1, 1], returns: 3000, what: 'a draw' },
  { side: 'away', score: [2, 1], returns: 0, what: 'a loser' },
  { side: 'over', score: [3, 0], returns: 1900, what: 'over 2.25 with three goals' },
  { side: 'over', score: [1, 1], returns: 500, what: 'over 2.25 with two goals, half lost' },
  { side: 'under', score: [1, 1], returns: 1450, what: 'under 2.25 with two goals, half won' },
  { side: 'under', score: [0, 1], returns: 1900, what: 'under 2.25 with one goal' },
] as const)('a stake of R$ 10 on $what returns $returns cents', async ({ side, score, returns }) => {
  const { outcomes, key } = await addMatch(trial)
  const playerId = await newPlayer(1000)
  const betId = await placed(playerId, outcomes[side])
  await trial.hear([play(key, -1, score[0], score[1])])
  expect(await trial.book.settle()).toBe(1)
  expect(await standing(betId)).toMatchObject({ status: 'settled', returnCents: returns })
  expect(await trial.cash(playerId)).toBe(returns)
  expect(await trial.prove()).toEqual([])
})

test.each([
  { matchTime: -10, what: 'cancelled' },
  { matchTime: -14, what: 'postponed' },
] as const)(
  'a match that is $what gives exactly the stakes back, to cash and bonus as they came',
  async (way) => {
    const { outcomes, key } = await addMatch(trial)
    const playerId = await newPlayer(700)
    await giveBonus(playerId, 300)
    const betId = await placed(playerId, outcomes['home'])
    await trial.hear([{ ...play(key, way.matchTime, 0, 0), score: null, halfTime: null }])
    await trial.book.settle()
    expect(await standing(betId)).toMatchObject({ status: 'settled', returnCents: 1000, won: 0 })
    expect(await balances(playerId)).toEqual({ cash: 700, bonus: 300 })
    expect(await turnover(playerId)).toMatchObject({ settledCents: 0, returnedCents: 1000 })
    expect(await trial.prove()).toEqual([])
  },
)

test('a match cut off keeps what was decided and gives back the rest', async () => {
  const { outcomes, key } = await addMatch(trial)
  const playerId = await newPlayer(2000)
  const over = await placed(playerId, outcomes['over'])
  const home = await placed(playerId, outcomes['home'])
  await trial.hear([play(key, -12, 3, 0)])
  await trial.book.settle()
  expect(await standing(over)).toMatchObject({ returnCents: 1900 })
  expect(await standing(home)).toMatchObject({ returnCents: 1000, won: 0 })
})

test('a return goes back to cash and bonus in the proportion of the stake, to the cent', async () => {
  const { outcomes, key } = await addMatch(trial)
  const playerId = await newPlayer(333)
  await giveBonus(playerId, 667)
  await placed(playerId, outcomes['home'])
  await trial.hear([play(key, -1, 1, 0)])
  await trial.book.settle()
  expect(await balances(playerId)).toEqual({ cash: 666, bonus: 1334 })
})

test('settled stakes count, and facts tell what became of each bet', async () => {
  const { outcomes, key } = await addMatch(trial)
  const playerId = await newPlayer(1000)
  const betId = await placed(playerId, outcomes['home'])
  await trial.hear([play(key, -1, 1, 0)])
  await trial.book.settle()
  expect(await turnover(playerId)).toEqual({ stakedCents: 1000, settledCents: 1000, returnedCents: 2000 })
  const facts = await house.db<{ facts: object[] }[]>`
    select facts::json from platform_outbox where topic = 'bet.settled' order by id desc limit 1`
  expect(facts[0]?.facts).toEqual([{ playerId, betId, result: 10, returnCents: 2000, stakeCents: 1000 }])
})

describe('once only', () => {
  test('settling again changes nothing', async () => {
    const { outcomes, key, fixtureId } = await addMatch(trial)
    const playerId = await newPlayer(1000)
    await placed(playerId, outcomes['home'])
    await trial.hear([play(key, -1, 1, 0)])
    await trial.book.settle()
    await trial.hear([play(key, -1, 1, 0)])
    expect(await trial.book.settle()).toBe(0)
    expect(await settleBetsOn(house, { settleAtOnce: 100 }, [fixtureId])).toEqual({ changed: 0, failed: [] })
    expect(await trial.cash(playerId)).toBe(2000)
  })

  test('two workers that hold the same list pay each bet once', async () => {
    const { outcomes, key, fixtureId } = await addMatch(trial)
    const all = await Promise.all(Array.from({ length: 30 }, () => newPlayer(2000)))
    await Promise.all(all.flatMap((one) => [placed(one, outcomes['home']), placed(one, outcomes['away'])]))
    await trial.hear([play(key, -1, 1, 0)])
    await resolveFixtures(house, sportsbookSettings)
    const list = await selectUnsettled(house.db, fixtureId, { after: 0, most: 100 })
    expect(list.length).toBe(60)
    const changed = await Promise.all(Array.from({ length: 6 }, () => settleBets(house, list)))
    expect(changed.toSorted((one, other) => one - other)).toEqual([0, 0, 0, 0, 0, 60])
    expect(await Promise.all(all.map((one) => trial.cash(one)))).toEqual(all.map(() => 2000))
    expect(await trial.prove()).toEqual([])
    await trial.book.settle()
  })

  test('a list cut short by a death is settled by the next pass', async () => {
    const { outcomes, key } = await addMatch(trial)
    const playerId = await newPlayer(50_000)
    await Promise.all(Array.from({ length: 50 }, () => placed(playerId, outcomes['home'])))
    await trial.hear([play(key, -1, 1, 0)])
    // The server dies after its first list: the lease runs out, the bets stay.
    const died = { ...house, db: failingAfter(house.db, 3) }
    await expect(settleFixtures(died, { ...sportsbookSettings, settleAtOnce: 7 })).rejects.toThrow('dead')
    const paid = await trial.cash(playerId)
    expect(paid % 2000).toBe(0)
    expect(paid).toBeLessThan(100_000)
    expect(await trial.prove()).toEqual([])
    await house.db`update sportsbook_settlement_task set leased_until = '2000-01-01'`
    await trial.book.settle()
    expect(await trial.cash(playerId)).toBe(100_000)
    expect(await trial.prove()).toEqual([])
  })
})

/** The database until so many transactions have begun; then the server is dead. */
function failingAfter(db: House['db'], transactions: number): House['db'] {
  let begun = 0
  return Object.assign(((...args: Parameters<typeof db>) => db(...args)) as House['db'], {
    close: db.close,
    begin: ((work) => {
      begun += 1
      return begun > transactions ? Promise.reject(new Fault('dead')) : db.begin(work)
    }) as House['db']['begin'],
  })
}

describe('corrected results', () => {
  test('settle, take the result back, settle again: the money follows, and every step is in the ledger', async () => {
    const { outcomes, key } = await addMatch(trial)
    const playerId = await newPlayer(1000)
    const betId = await placed(playerId, outcomes['home'])
    await trial.hear([play(key, -1, 1, 0)])
    await trial.book.settle()
    expect(await trial.cash(playerId)).toBe(2000)
    await trial.hear([{ ...play(key, -11, 0, 0), score: null, halfTime: null }])
    expect(await trial.book.settle()).toBe(1)
    expect(await standing(betId)).toEqual({ status: 'open', returnCents: null, parts: null, won: null })
    expect(await trial.cash(playerId)).toBe(0)
    expect(await trial.prove()).toEqual([])
    await trial.hear([play(key, -1, 0, 1)])
    await trial.book.settle()
    expect(await standing(betId)).toMatchObject({ status: 'settled', returnCents: 0 })
    await trial.hear([play(key, -1, 2, 1)])
    await trial.book.settle()
    expect(await standing(betId)).toMatchObject({ status: 'settled', returnCents: 2000 })
    expect(await trial.cash(playerId)).toBe(2000)
    expect(await trial.prove()).toEqual([])
    const moves = await house.db<{ key: string }[]>`
      select key from ledger_transfer where key like ${`bet:${betId}:%`} order by created_at, key`
    expect(moves.map((move) => move.key)).toEqual([
      `bet:${betId}:stake`,
      `bet:${betId}:1:return`,
      `bet:${betId}:2:back:cash`,
      `bet:${betId}:4:return`,
    ])
  })

  test('what a player has spent meanwhile becomes a debt, never a balance below zero', async () => {
    const { outcomes, key } = await addMatch(trial)
    const playerId = await newPlayer(1000)
    await placed(playerId, outcomes['home'])
    await trial.hear([play(key, -1, 1, 0)])
    await trial.book.settle()
    const other = await addMatch(trial)
    await placed(playerId, other.outcomes['home'], { stakeCents: 1500 })
    await trial.hear([play(key, -1, 0, 1)])
    await trial.book.settle()
    expect(await balances(playerId)).toEqual({ cash: 0, bonus: 0, debt: -1500 })
    expect(await trial.prove()).toEqual([])
    // What the other bet wins pays it back; until then nothing more is staked.
    const third = await addMatch(trial)
    await expect(placed(playerId, third.outcomes['home'])).rejects.toThrow('owes_money')
    await trial.hear([play(other.key, -1, 1, 0)])
    await trial.book.settle()
    expect(await balances(playerId)).toEqual({ cash: 1500, bonus: 0, debt: 0 })
    await placed(playerId, third.outcomes['home'])
    expect(await trial.prove()).toEqual([])
  })
})

test('money is kept whatever is staked, and however a match ends and is corrected', async () => {
  const side = fc.constantFrom('home', 'draw', 'away', 'over', 'under')
  const end = fc.record({
    matchTime: fc.constantFrom(-1, -1, -1, -10, -11, -12, -14),
    home: fc.integer({ min: 0, max: 4 }),
    away: fc.integer({ min: 0, max: 4 }),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(side, fc.integer({ min: 100, max: 3000 })), { minLength: 1, maxLength: 8 }),
      fc.array(end, { minLength: 1, maxLength: 3 }),
      async (stakes, ends) => {
        const { outcomes, key } = await addMatch(trial)
        const playerId = await newPlayer(30_000)
        for (const [name, stakeCents] of stakes) await placed(playerId, outcomes[name], { stakeCents })
        for (const { matchTime, home, away } of ends) {
          await trial.hear([play(key, matchTime as -1, home, away)])
          await trial.book.settle()
        }
        expect(await trial.prove()).toEqual([])
      },
    ),
    { numRuns: 15 },
  )
})

async function giveBonus(playerId: number, cents: number): Promise<void> {
  await house.db.begin(async (tx) => {
    const book = await openBook(tx, [playerId])
    move(book, { key: `gift:${playerId}`, from: 'gifts', to: { playerId, kind: 'bonus' }, cents })
    await post(tx, book)
  })
}

async function balances(playerId: number): Promise<Record<string, number>> {
  const rows = await house.db<{ kind: string; cents: number }[]>`
    select kind, balance_cents as cents from ledger_account where player_id = ${playerId}`
  return Object.fromEntries(rows.map(({ kind, cents }) => [kind, cents]))
}

const turnover = async (playerId: number) => (await lifetimeTurnover(house.db, [playerId])).get(playerId)

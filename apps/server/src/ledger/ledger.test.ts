import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { present } from '../platform/errors.ts'
import { batches } from '../platform/batches.ts'
import type { Deps } from '../platform/deps.ts'
import {
  balancesOf,
  type LedgerBatch,
  type MakeTransfer,
  makeTransfers,
  move,
  lockAccounts,
  payReturn,
  type PlayerAccount,
  post,
  verifyLedger,
  readBalances,
  settleAtOnce,
  type StakeFunding,
  debitStake,
} from './index.ts'

let deps: Deps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterAll(() => close())

let count = 0
const nextKey = () => {
  count += 1
  return `test:${count}`
}
const nextPlayer = () => {
  count += 1
  return 1000 + count
}

/** Credits one account of a player. */
async function give(playerId: number, cents: number, kind: PlayerAccount = 'cash'): Promise<void> {
  await deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId], [kind])
    move(batch, { key: nextKey(), from: 'opening', to: { playerId, kind }, cents })
    await post(tx, batch)
  })
}

const spend = (playerId: number, cents: number, key = nextKey()): MakeTransfer => ({
  key,
  from: { playerId, kind: 'cash' },
  to: 'games',
  cents,
})

const balances = async (playerId: number) => (await readBalances(deps.db, [playerId])).get(playerId)
const verify = () => verifyLedger(deps.db, [])

describe('a transfer', () => {
  test('moves cents once, however often it is repeated', async () => {
    const playerId = nextPlayer()
    await give(playerId, 1000)
    const request = spend(playerId, 300)
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => makeTransfers(deps, [request, request])),
    )
    expect(answers.flat().every(({ ok }) => ok)).toBe(true)
    expect(await balances(playerId)).toMatchObject({ cashCents: 700, version: 2 })
    expect(await verify()).toEqual([])
  })

  test('above the balance is refused and moves nothing', async () => {
    const playerId = nextPlayer()
    await give(playerId, 1000)
    const answers = await makeTransfers(deps, [
      spend(playerId, 1001),
      spend(playerId, 1000),
      spend(playerId, 1),
    ])
    expect(answers.map(({ ok }) => ok)).toEqual([false, true, false])
    expect(await balances(playerId)).toMatchObject({ cashCents: 0 })
  })

  test('200 concurrent spenders spend exactly the balance', async () => {
    const playerId = nextPlayer()
    await give(playerId, 1005)
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => makeTransfers(deps, [spend(playerId, 10)])),
    )
    expect(answers.flat().filter(({ ok }) => ok)).toHaveLength(100)
    expect(await balances(playerId)).toMatchObject({ cashCents: 5, version: 101 })
    expect(await verify()).toEqual([])
  })

  test('200 concurrent first spenders of a missing account are all refused', async () => {
    const playerId = nextPlayer()
    const answers = await Promise.all(
      Array.from({ length: 200 }, () => makeTransfers(deps, [spend(playerId, 1)])),
    )
    expect(answers.flat().filter(({ ok }) => ok)).toEqual([])
    expect(await balances(playerId)).toMatchObject({ cashCents: 0, version: 0 })
  })

  test('100 concurrent first transfers to a missing account all arrive', async () => {
    const playerId = nextPlayer()
    await Promise.all(Array.from({ length: 100 }, () => give(playerId, 7)))
    expect(await balances(playerId)).toMatchObject({ cashCents: 700, version: 100 })
  })

  test.each(['who has accounts', 'who has none yet'])(
    'reads sent after the lock of a player %s see the commits of the previous lock holder',
    async (who) => {
      const playerId = nextPlayer()
      if (who === 'who has accounts') await give(playerId, 1000)
      const before = (await balances(playerId))?.cashCents ?? 0
      const rounds = 40
      const seen = await Promise.all(
        Array.from({ length: rounds }, () =>
          deps.db.begin(async (tx) => {
            const [batch, read] = await Promise.all([
              lockAccounts(tx, [playerId]),
              readBalances(tx, [playerId]),
            ])
            const cents = read.get(playerId)?.cashCents
            expect(balancesOf(batch, playerId).cashCents).toBe(cents)
            move(batch, { key: nextKey(), from: 'opening', to: { playerId, kind: 'cash' }, cents: 1 })
            await post(tx, batch)
            return cents ?? 0
          }),
        ),
      )
      const inTurn = Array.from({ length: rounds }, (_, at) => before + at)
      expect(seen.toSorted((one, other) => one - other)).toEqual(inTurn)
    },
  )

  test('of crossing lists of players ends without a deadlock', async () => {
    const [one, other] = [nextPlayer(), nextPlayer()]
    await give(one, 10_000)
    await give(other, 10_000)
    const crossing = Array.from({ length: 60 }, (_, at) => {
      const [from, to] = at % 2 === 0 ? [one, other] : [other, one]
      return makeTransfers(deps, [
        {
          key: nextKey(),
          from: { playerId: from, kind: 'cash' },
          to: { playerId: to, kind: 'cash' },
          cents: 5,
        },
        spend(to, 1),
        spend(from, 1),
      ])
    })
    await Promise.all(crossing)
    const [left, right] = [await balances(one), await balances(other)]
    expect((left?.cashCents ?? 0) + (right?.cashCents ?? 0)).toBe(20_000 - 120)
    expect(await verify()).toEqual([])
  })

  test.each([0, -1, 0.5, Number.NaN, 2 ** 53])('of %d cents is a bug', async (cents) => {
    const playerId = nextPlayer()
    await give(playerId, 1000)
    await expect(
      makeTransfers(deps, [{ ...spend(playerId, 1), from: 'opening', to: 'fees', cents }]),
    ).rejects.toThrow('whole cents')
  })

  test('any lists in any order keep the ledger consistent', async () => {
    const players = [nextPlayer(), nextPlayer(), nextPlayer()]
    const transfer = batches({
      run: (requests: readonly MakeTransfer[]) => makeTransfers(deps, requests),
      patienceMs: 30_000,
      concurrency: 2,
    })
    const account = fc.oneof(
      fc.constantFrom('games' as const, 'opening' as const),
      fc.constantFrom(...players).map((playerId) => ({ playerId, kind: 'cash' as const })),
    )
    const request = fc
      .record({
        key: fc.integer({ min: 0, max: 60 }).map((n) => `any:${n}`),
        from: account,
        to: account,
        cents: fc.integer({ min: 1, max: 500 }),
      })
      .filter(({ from, to }) => JSON.stringify(from) !== JSON.stringify(to))
    await fc.assert(
      fc.asyncProperty(fc.array(request, { maxLength: 30 }), async (requests) => {
        await Promise.all(requests.map(transfer))
      }),
      { numRuns: 30 },
    )
    expect(await verify()).toEqual([])
  })
})

/** Cash first, then bonus; undefined if there is not enough. The stake gate above this module splits in the same way. */
function fundingOf(batch: LedgerBatch, playerId: number, cents: number): StakeFunding | undefined {
  const { cashCents: cash, bonusCents: bonus } = balancesOf(batch, playerId)
  if (cash + bonus < cents) return undefined
  const cashCents = Math.min(cash, cents)
  return { cashCents, bonusCents: cents - cashCents }
}

describe('a stake and its return', () => {
  const stakeAndReturn = (playerId: number, stakeCents: number, returnCents: number) =>
    deps.db.begin(async (tx) => {
      const batch = await lockAccounts(tx, [playerId])
      const key = nextKey()
      const funding = fundingOf(batch, playerId, stakeCents)
      if (funding) debitStake(batch, { playerId, key, funding, to: 'games' })
      if (funding)
        payReturn(batch, { playerId, key: `${key}:win`, cents: returnCents, funding, from: 'games' })
      await post(tx, batch)
      return funding
    })

  test('pays returns in the proportion of cash and bonus', async () => {
    const playerId = nextPlayer()
    await give(playerId, 300)
    await give(playerId, 1000, 'bonus')
    expect(await stakeAndReturn(playerId, 900, 1800)).toEqual({ cashCents: 300, bonusCents: 600 })
    expect(await balances(playerId)).toMatchObject({ cashCents: 600, bonusCents: 1600 })
  })

  test('keeps every cent, whatever the amount', async () => {
    const playerId = nextPlayer()
    const amount = fc.integer({ min: 1, max: 10_000 })
    await fc.assert(
      fc.asyncProperty(amount, amount, amount, amount, async (cash, bonus, stake, back) => {
        await give(playerId, cash)
        await give(playerId, bonus, 'bonus')
        const before = await balances(playerId)
        const funding = await stakeAndReturn(playerId, stake, back)
        const after = await balances(playerId)
        const sum = (of: typeof before) => (of?.cashCents ?? 0) + (of?.bonusCents ?? 0)
        expect(sum(after)).toBe(sum(before) - (funding ? stake - back : 0))
      }),
      { numRuns: 20 },
    )
    expect(await verify()).toEqual([])
  })

  test('settled at once, leave the same balances as settled one after the other, with at most one transfer per account', async () => {
    const cases = fc.record({
      cash: fc.integer({ min: 1, max: 500 }),
      bonus: fc.integer({ min: 1, max: 500 }),
      stakeCents: fc.integer({ min: 1, max: 600 }),
      returnCents: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 1200 })),
    })
    await fc.assert(
      fc.asyncProperty(cases, async ({ cash, bonus, stakeCents, returnCents }) => {
        const [one, other] = [nextPlayer(), nextPlayer()]
        for (const playerId of [one, other]) {
          await give(playerId, cash)
          await give(playerId, bonus, 'bonus')
        }
        const funding = await stakeAndReturn(one, stakeCents, returnCents)
        const moved = await deps.db.begin(async (tx) => {
          const batch = await lockAccounts(tx, [other])
          const parts = fundingOf(batch, other, stakeCents)
          expect(parts).toEqual(funding)
          if (parts)
            settleAtOnce(batch, {
              playerId: other,
              key: nextKey(),
              funding: parts,
              returnCents,
              account: 'games',
            })
          await post(tx, batch)
          return batch.transfers.map(({ amountCents }) => amountCents)
        })
        const { version: _one, ...left } = present(await balances(one), 'balances')
        expect(await balances(other)).toMatchObject(left)
        expect(moved.length).toBeLessThanOrEqual(funding && stakeCents !== returnCents ? 2 : 0)
      }),
      { numRuns: 60, examples: [[{ cash: 100, bonus: 50, stakeCents: 120, returnCents: 120 }]] },
    )
    expect(await verify()).toEqual([])
  })
})

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lockAccounts, move, post, readBalances, readOwed } from '../../ledger/index.ts'
import { present } from '../../platform/assert.ts'
import { policyOf } from '../../protection/index.ts'
import { giveBackBonuses } from '../../wagering/index.ts'
import { openBettors } from '../testing/bettors.ts'
import { addMatch, type Harness, nextRequest, openHarness, play } from '../testing/harness.ts'
import { parlayFor, requestFor } from '../testing/requests.ts'

let harness: Harness
let placed: ReturnType<typeof openBettors>['placed']
beforeAll(async () => {
  harness = await openHarness()
  ;({ placed } = openBettors(harness))
})
afterAll(() => harness.close())

const fund = (playerId: number, kind: 'cash' | 'bonus', cents: number) =>
  harness.deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId])
    move(batch, {
      key: `given:${harness.deps.random.uuid()}`,
      from: 'opening',
      to: { playerId, kind },
      cents,
    })
    await post(tx, batch)
  })

/** A player with so much cash and bonus; neither may be nothing. */
const playerWith = async ({ cash, bonus }: { cash: number; bonus: number }) => {
  const playerId = await harness.newPlayer(cash)
  await fund(playerId, 'bonus', bonus)
  return playerId
}

const moneyOf = async (playerId: number) => {
  const { db } = harness.deps
  const { cashCents, bonusCents } = present((await readBalances(db, [playerId])).get(playerId), 'balances')
  return { cash: cashCents, bonus: bonusCents, owed: (await readOwed(db, [playerId])).get(playerId) ?? 0 }
}

type Told = 'reopened' | readonly [number, number]

const tell = async (key: string, told: Told) => {
  const message = told === 'reopened' ? { ...play(key, -11, 0, 0), state: null } : play(key, -1, ...told)
  await harness.hear([message])
  await harness.sportsbook.settle()
}

describe('a result that is taken back and told again', () => {
  test('leaves what a bonus won with the bonus, and the player’s own money as it was', async () => {
    const playerId = await playerWith({ cash: 1, bonus: 999 })
    const { outcomes, key } = await addMatch(harness)
    await placed(playerId, outcomes['home'])
    await fund(playerId, 'cash', 5000)
    await tell(key, [1, 0])
    expect(await moneyOf(playerId)).toEqual({ cash: 5002, bonus: 1998, owed: 0 })
    await tell(key, 'reopened')
    expect(await moneyOf(playerId)).toEqual({ cash: 5000, bonus: 0, owed: 0 })
    await tell(key, [2, 0])
    expect(await moneyOf(playerId)).toEqual({ cash: 5002, bonus: 1998, owed: 0 })
  })

  test('makes no bonus cash: what cash has no more is owed until it is paid again', async () => {
    const playerId = await harness.newPlayer(1000)
    const [{ outcomes, key }, other] = [await addMatch(harness), await addMatch(harness)]
    await placed(playerId, outcomes['home'])
    await tell(key, [1, 0])
    await placed(playerId, other.outcomes['home'], { stakeCents: 2000 })
    await fund(playerId, 'bonus', 3000)
    await tell(key, 'reopened')
    expect(await moneyOf(playerId)).toEqual({ cash: 0, bonus: 3000, owed: 2000 })
    await tell(key, [1, 0])
    expect(await moneyOf(playerId)).toEqual({ cash: 0, bonus: 3000, owed: 0 })
    await tell(other.key, [0, 1])
  })

  test('takes from cash what of the bonus has become cash', async () => {
    const playerId = await playerWith({ cash: 1, bonus: 999 })
    const { outcomes, key } = await addMatch(harness)
    await placed(playerId, outcomes['home'])
    await tell(key, [1, 0])
    await harness.deps.db.begin(async (tx) => {
      const batch = await lockAccounts(tx, [playerId])
      const [from, to] = [{ playerId, kind: 'bonus' } as const, { playerId, kind: 'cash' } as const]
      move(batch, { key: `wagered:${playerId}`, from, to, cents: 1500 })
      await post(tx, batch)
    })
    await tell(key, [0, 1])
    expect(await moneyOf(playerId)).toEqual({ cash: 0, bonus: 0, owed: 0 })
  })

  test('costs nobody a free bet’s profit that was given back as a bonus, and grants it no second time', async () => {
    const { db } = harness.deps
    const playerId = await harness.newPlayer(5000)
    const freeBetId = 'f'.repeat(32)
    await db`
      insert into sportsbook_free_bet (id, request_id, player_id, stake_cents, min_price_milli, kinds, ends_at, policy_version)
      values (${freeBetId}, 'gift-that-is-given-back', ${playerId}, 1000, 1500, '["single"]', now() + interval '1 day', 'spec')`
    const { outcomes, key } = await addMatch(harness)
    await harness.sportsbook.placeBet({ ...requestFor(playerId, outcomes['home']), freeBetId })
    await tell(key, [1, 0])
    expect(await moneyOf(playerId)).toEqual({ cash: 5000, bonus: 1000, owed: 0 })
    const wagering = { deps: harness.deps, policy: policyOf(harness.deps.config) }
    await giveBackBonuses(wagering, [{ playerId, requestId: nextRequest() }])
    for (const told of [[0, 1], 'reopened', [1, 0]] as const) {
      await tell(key, told)
      expect([told, await moneyOf(playerId)]).toEqual([told, { cash: 5000, bonus: 0, owed: 0 }])
    }
  })

  test('however often results are told, taken back and corrected, money is what the last ones alone give', async () => {
    const matches = 2
    const code = fc.constantFrom('home', 'draw', 'away', 'over', 'under')
    const score = fc.tuple(fc.nat({ max: 3 }), fc.nat({ max: 2 }))
    const bet = fc.record({
      codes: fc.uniqueArray(fc.nat({ max: matches - 1 }), { minLength: 1, maxLength: matches }),
      code,
      stakeCents: fc.integer({ min: 101, max: 999 }),
    })
    const told = fc.record({
      at: fc.nat({ max: matches - 1 }),
      what: fc.oneof(fc.constant('reopened' as const), score),
    })
    const world = async (bets: readonly { codes: number[]; code: string; stakeCents: number }[]) => {
      const all = [await addMatch(harness), await addMatch(harness)]
      const playerId = await playerWith({ cash: 700, bonus: 3500 })
      for (const { codes, code: of, stakeCents } of bets) {
        const ids = codes.map((at) => all[at]?.outcomes[of])
        const answer = await harness.sportsbook.placeBet(
          parlayFor(playerId, ids, { unitStakeCents: stakeCents }),
        )
        expect(answer.ok).toBe(true)
      }
      await fund(playerId, 'cash', 9000)
      return { keys: all.map(({ key }) => key), playerId }
    }
    await fc.assert(
      fc.asyncProperty(
        fc.array(bet, { minLength: 1, maxLength: 4 }),
        fc.array(told, { minLength: 2, maxLength: 8 }),
        fc.array(score, { minLength: matches, maxLength: matches }),
        async (bets, changes, last) => {
          const [often, once] = [await world(bets), await world(bets)]
          for (const { at, what } of changes) await tell(often.keys[at] ?? '', what)
          for (const [at, final] of last.entries()) {
            await tell(often.keys[at] ?? '', final)
            await tell(once.keys[at] ?? '', final)
          }
          expect(await moneyOf(often.playerId)).toEqual(await moneyOf(once.playerId))
        },
      ),
      { numRuns: 25, seed: 3103 },
    )
  })

  test('leaves books that hold', async () => {
    expect(await harness.verify()).toEqual([])
  })
})

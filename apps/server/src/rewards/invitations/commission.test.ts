import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import { until } from '../../../../../tools/test/until.ts'
import { closeAccount, reopenAccount } from '../../identity/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { lockAccounts, move, post, verifyLedger } from '../../ledger/index.ts'
import { statement } from '../../platform/testing/damage.ts'
import type { Rewards } from '../settings.ts'
import { balancesOf, newPlayer, rewardsOf, settleStakes, topUp } from '../testing/players.ts'
import {
  type DecideHeld,
  decideHeld,
  readHeld,
  payCommission,
  payOneList,
  reverseCommission,
} from './commission.ts'
import { readCommissions, readInvitations } from './invitations.ts'

let deps: Deps
let close: () => Promise<void>
let rewards: Rewards
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
  rewards = rewardsOf(deps)
})
afterAll(() => close())

let daysPassed = 0

/** Moves today's stakes to a past day, a later one each time, and marks that day as not paid yet. */
const dayPasses = async () => {
  const owner = ownerOf(deps.db)
  const ago = 30 - daysPassed
  daysPassed += 1
  await owner`
    update ledger_account set turnover_day = turnover_day - ${ago}::int
     where turnover_day = (now() at time zone 'America/Sao_Paulo')::date`
  await owner`
    delete from rewards_commission_run where day = (now() at time zone 'America/Sao_Paulo')::date - ${ago}::int`
}

/** A chain of four players, each invited by the one before. */
async function chain(wish: { ip?: string } = {}) {
  const top = await newPlayer(deps, wish)
  const second = await newPlayer(deps, { ...wish, regCode: top.code })
  const third = await newPlayer(deps, { ...wish, regCode: second.code })
  const last = await newPlayer(deps, { ...wish, regCode: third.code })
  return [top.playerId, second.playerId, third.playerId, last.playerId] as const
}

const bonusOf = async (playerId: number) => (await balancesOf(deps, playerId)).bonusCents

describe('1.23 commission', () => {
  test('on R$ 1,000 staked is R$ 3, R$ 1 and R$ 0.50 to the three above, once, the day after', async () => {
    const [top, second, third, last] = await chain()
    await settleStakes(deps, [last], 100_000)
    await payCommission(rewards)
    expect(await bonusOf(third)).toBe(0) // the day is not over yet
    expect((await readInvitations(rewards, third)).earned).toMatchObject({ todayCents: 300, totalCents: 0 })
    await dayPasses()
    await payCommission(rewards)
    await payCommission(rewards)
    expect([await bonusOf(third), await bonusOf(second), await bonusOf(top), await bonusOf(last)]).toEqual([
      300, 100, 50, 0,
    ])
    const page = await readInvitations(rewards, third)
    expect(page.earned).toEqual({ todayCents: 0, sevenDaysCents: 0, totalCents: 300 })
    expect(page.levels[0]).toMatchObject({ persons: 1, settledCents: 100_000, rateBps: 30, earnedCents: 300 })
    const records = await readCommissions(deps, {
      playerId: top,
      level: '3',
      day: undefined,
      cursor: undefined,
    })
    expect(records).toMatchObject({
      value: { records: [{ level: 3, settledCents: 100_000, amountE2: 5_000, status: 'paid', reasons: [] }] },
    })
  })

  test('of an earner who cannot be paid waits for the next day, and holds up nobody', async () => {
    const [, , bad, one] = await chain()
    const [, , good, other] = await chain()
    await settleStakes(deps, [one, other], 100_000)
    await dayPasses()
    const owner = ownerOf(deps.db)
    const fault = `alter table rewards_commission_share add constraint faulty
                     check (earner_id <> ${bad} or status <> 'paid')`
    await owner(statement(fault))
    await payCommission(rewards)
    expect([await bonusOf(bad), await bonusOf(good)]).toEqual([0, 300])
    expect(await deps.metrics.text()).toContain('palpite_job_skipped_total{name="rewards-commission"} 1')
    await owner(statement('alter table rewards_commission_share drop constraint faulty'))
    await dayPasses()
    await payCommission(rewards)
    expect([await bonusOf(bad), await bonusOf(good)]).toEqual([300, 300])
    expect(await verifyLedger(deps.db, [])).toEqual([])
  })

  test('on stakes that cannot be shared out is shared and paid once they can, and holds up nobody', async () => {
    const [, , unlucky, bad] = await chain()
    const [, , lucky, good] = await chain()
    await settleStakes(deps, [bad, good], 100_000)
    await dayPasses()
    const owner = ownerOf(deps.db)
    await owner(
      statement(`alter table rewards_commission_share add constraint faulty check (player_id <> ${bad})`),
    )
    await payCommission(rewards)
    expect([await bonusOf(unlucky), await bonusOf(lucky)]).toEqual([0, 300])
    await payCommission(rewards)
    expect(await bonusOf(unlucky)).toBe(0)
    await owner(statement('alter table rewards_commission_share drop constraint faulty'))
    await Promise.all([payCommission(rewards), payCommission(rewards), payCommission(rewards)])
    expect(await deps.db`select from rewards_commission_unshared`).toHaveLength(0)
    await dayPasses()
    await payCommission(rewards)
    await payCommission(rewards)
    expect([await bonusOf(unlucky), await bonusOf(lucky)]).toEqual([300, 300])
    expect((await readInvitations(rewards, unlucky)).levels[0]).toMatchObject({ settledCents: 100_000 })
  })

  test('is neither passed nor lost while no payment can be written at all', async () => {
    const chains = await Promise.all(Array.from({ length: 8 }, () => chain()))
    const lasts = chains.map(([, , , last]) => last).toSorted((one, other) => one - other)
    await settleStakes(deps, lasts, 100_000)
    await dayPasses()
    const owner = ownerOf(deps.db)
    await owner(
      statement(`alter table rewards_grant add constraint faulty check (kind <> 'commission') not valid`),
    )
    await expect(payCommission(rewards)).rejects.toThrow('faulty')
    await owner(statement('alter table rewards_grant drop constraint faulty'))
    await payCommission(rewards)
    for (const [top, second, third] of chains)
      expect([await bonusOf(third), await bonusOf(second), await bonusOf(top)]).toEqual([300, 100, 50])
  })

  test('is earned on half of mines stakes and on none at short odds, however many servers run at once', async () => {
    const [top, second, third, last] = await chain()
    await settleStakes(deps, [last], 100_000, 50_000)
    await settleStakes(deps, [last], 70_000, 70_000)
    expect((await readInvitations(rewards, third)).earned).toMatchObject({ todayCents: 150 })
    await dayPasses()
    await Promise.all(Array.from({ length: 8 }, () => payCommission(rewards)))
    expect([await bonusOf(third), await bonusOf(second), await bonusOf(top)]).toEqual([150, 50, 25])
    expect((await readInvitations(rewards, third)).levels[0]).toMatchObject({
      settledCents: 50_000,
      earnedCents: 150,
    })
    const orderId = await topUp(deps, last, 10_000)
    await ownerOf(deps.db)`update cashier_topup set reversed_cents = 10000 where order_id = ${orderId}`
    await reverseCommission(rewards, { playerId: last, orderId, refundId: 'D1', amountCents: 10_000 })
    expect([await bonusOf(third), await bonusOf(second), await bonusOf(top)]).toEqual([0, 0, 0])
  })

  test('of a closed account waits, and is paid once an operator reopens the account', async () => {
    const [, , third, last] = await chain()
    await settleStakes(deps, [last], 100_000)
    const closed = { playerId: third, why: 'player', deletesNow: false, lang: 'pt-BR' } as const
    await deps.db.begin((tx) => closeAccount(tx, closed))
    await dayPasses()
    await payCommission(rewards)
    expect(await bonusOf(third)).toBe(0)
    await deps.db.begin((tx) => reopenAccount(tx, third))
    await dayPasses()
    await payCommission(rewards)
    expect(await bonusOf(third)).toBe(300)
  })

  test('is the same for every list size and number of servers', async () => {
    const chains = await Promise.all([chain(), chain(), chain()])
    await settleStakes(
      deps,
      chains.map(([, , , last]) => last).sort((one, other) => one - other),
      100_000,
    )
    await dayPasses()
    await payCommission({ ...rewards, policy: rewardsOf(deps, 'br-spa').policy }) // the policy forbids it: nothing happens
    const servers = async () => {
      await Promise.all([payCommission(rewards), payCommission(rewards), payCommission(rewards)])
      while (await payOneList(rewards, { max: 1, failed: [], begin: () => undefined })) continue
    }
    await servers()
    for (const [top, second, third] of chains) {
      expect([await bonusOf(third), await bonusOf(second), await bonusOf(top)]).toEqual([300, 100, 50])
    }
  })

  test('of accounts from one address is held with its reason, and what is below a cent waits', async () => {
    const [, , third, last] = await chain({ ip: '203.0.113.50' })
    const [, , plain, small] = await chain()
    await settleStakes(deps, [last], 100_000)
    await settleStakes(deps, [small], 300)
    await dayPasses()
    await payCommission(rewards)
    expect([await bonusOf(third), await bonusOf(plain)]).toEqual([0, 0])
    expect((await readInvitations(rewards, third)).heldCents).toBe(300)
    const records = await readCommissions(deps, {
      playerId: third,
      level: undefined,
      day: undefined,
      cursor: undefined,
    })
    expect(records).toMatchObject({ value: { records: [{ status: 'held', reasons: ['address'] }] } })
    await settleStakes(deps, [small], 100)
    await dayPasses()
    await payCommission(rewards)
    expect(await bonusOf(plain)).toBe(1)
  })
})

describe('an operator decides held commission', () => {
  const heldPair = async (ip: string) => {
    const [, , earnerId, playerId] = await chain({ ip })
    await settleStakes(deps, [playerId], 100_000)
    await dayPasses()
    await payCommission(rewards)
    return { earnerId, playerId }
  }
  const decide = (request: DecideHeld) => deps.db.begin((tx) => decideHeld(rewards, tx, request))
  const operatorId = 1

  test('released, it is paid at once, and once however many concurrent requests there are', async () => {
    const pair = await heldPair('203.0.113.60')
    const { items } = await readHeld(deps.db, undefined)
    expect(items).toContainEqual(
      expect.objectContaining({ ...pair, amountE4: 3_000_000, reasons: ['address'] }),
    )
    const request = {
      ...pair,
      operatorId,
      requestId: 'release-of-a-pair-1',
      outcome: 'release',
      reason: 'A família',
    } as const
    const answers = await Promise.all(Array.from({ length: 20 }, () => decide(request)))
    expect(answers.every((answer) => answer.ok && answer.value.paidCents === 300)).toBe(true)
    expect(answers[0]).toMatchObject({ value: { relations: ['address'] } })
    expect(answers.filter((answer) => answer.ok && answer.value.isNew)).toHaveLength(1)
    expect(await bonusOf(pair.earnerId)).toBe(300)
    expect(await decide({ ...request, outcome: 'refuse' })).toMatchObject({
      refusal: { code: 'request_mismatch' },
    })
    expect(await decide({ ...request, requestId: 'release-of-a-pair-2' })).toMatchObject({
      refusal: { code: 'not_found' },
    })
    await dayPasses()
    await payCommission(rewards)
    expect(await bonusOf(pair.earnerId)).toBe(300)
  })

  test('released while the stakes of a day are shared out, it is paid alone, and what was shared waits', async () => {
    const pair = await heldPair('203.0.113.62')
    const { playerId } = await newPlayer(deps)
    const request = {
      ...pair,
      operatorId,
      requestId: 'release-beside-a-run',
      outcome: 'release',
      reason: 'A família',
    } as const
    const released = await ownerOf(deps.db).begin(async (tx) => {
      await tx`lock table rewards_grant in share mode`
      const answer = decide(request)
      const isPaying = () =>
        tx`select from pg_locks where relation = 'rewards_grant'::regclass and not granted`
      await until('the payment is about to be written', async () => (await isPaying()).length > 0)
      await deps.db`
        insert into rewards_commission_share (earner_id, day, player_id, level, settled_cents, amount_e4, status)
        values (${pair.earnerId}, '2026-01-02', ${playerId}, 1, 100000, 3000000, 'waiting')`
      return { answer }
    })
    expect(await released.answer).toMatchObject({ ok: true, value: { paidCents: 300 } })
    await dayPasses()
    await payCommission(rewards)
    expect(await bonusOf(pair.earnerId)).toBe(600)
  })

  test('refused, it is never paid and no longer held', async () => {
    const pair = await heldPair('203.0.113.61')
    const request = {
      ...pair,
      operatorId,
      requestId: 'refusal-of-a-pair',
      outcome: 'refuse',
      reason: 'Mesma pessoa',
    } as const
    expect(await decide(request)).toMatchObject({ ok: true, value: { amountE4: 3_000_000, paidCents: 0 } })
    await payCommission(rewards)
    expect(await bonusOf(pair.earnerId)).toBe(0)
    expect((await readInvitations(rewards, pair.earnerId)).heldCents).toBe(0)
  })
})

describe('commission is reversed with a top-up that the bank takes back', () => {
  test('in the reversed proportion, once, from the bonus first', async () => {
    const [, , third, last] = await chain()
    const orderId = await topUp(deps, last, 10_000)
    await settleStakes(deps, [last], 100_000)
    await dayPasses()
    await payCommission(rewards)
    expect(await bonusOf(third)).toBe(300)
    await ownerOf(deps.db)`update cashier_topup set reversed_cents = 5000 where order_id = ${orderId}`
    const reversal = { playerId: last, orderId, refundId: 'D1', amountCents: 5_000 }
    await Promise.all(Array.from({ length: 20 }, () => reverseCommission(rewards, reversal)))
    expect(await bonusOf(third)).toBe(150)
    await ownerOf(deps.db)`update cashier_topup set reversed_cents = 10000 where order_id = ${orderId}`
    await reverseCommission(rewards, { ...reversal, refundId: 'D2' })
    expect(await bonusOf(third)).toBe(0)
    expect((await readInvitations(rewards, third)).earned.totalCents).toBe(0)
  })

  test('and the part that the earner no longer has is deducted from later commission', async () => {
    const [, , third, last] = await chain()
    const orderId = await topUp(deps, last, 10_000)
    await settleStakes(deps, [last], 100_000)
    await dayPasses()
    await payCommission(rewards)
    await ownerOf(deps.db)`update cashier_topup set reversed_cents = 10000 where order_id = ${orderId}`
    await deps.db.begin(async (tx) => {
      const batch = await lockAccounts(tx, [third])
      move(batch, { key: 'test:lost', from: { playerId: third, kind: 'bonus' }, to: 'games', cents: 200 })
      await post(tx, batch)
    })
    await reverseCommission(rewards, { playerId: last, orderId, refundId: 'D1', amountCents: 10_000 })
    expect(await bonusOf(third)).toBe(0)
    await settleStakes(deps, [last], 100_000)
    await dayPasses()
    await payCommission(rewards)
    expect(await bonusOf(third)).toBe(100)
  })
})

test('the ledger balances after all of it', async () => {
  expect(await verifyLedger(deps.db, [])).toEqual([])
})

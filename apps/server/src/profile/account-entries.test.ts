import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { newPlayer } from '../cashier/testing/players.ts'
import { lockAccounts, move, post } from '../ledger/index.ts'
import type { Deps } from '../platform/deps.ts'
import { publicIds } from '../platform/public-ids.ts'
import { betOf, entryTypeOf, readAccountEntries, reasonOf } from './account-entries.ts'

let deps: Deps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterAll(() => close())

test.each([
  { key: 'topup:E1', type: '13' },
  { key: 'topup-back:E1:D1', type: '13' },
  { key: 'bonus:topup:E1', type: '13' },
  { key: 'withdraw:1', amountCents: -100, type: '11' },
  { key: 'payout-back:1', type: '11' },
  { key: 'payout-returned:1', type: '11' },
  { key: 'payout-fee-back:1', type: '11' },
  { key: 'bet:1:stake', amountCents: -100, type: '199' },
  { key: 'bet:1:1:return', type: '199' },
  { key: 'settlement:1:repaid:2', type: '199' },
  { key: 'dice:7', amountCents: -100, type: '19' },
  { key: 'luckyColor:7:return', type: '19' },
  { key: 'bonus:vip:3', type: '14' },
  { key: 'bonus:ladder:1', type: '141' },
  { key: 'bonus:commission:2026-11-22', type: '141' },
  { key: 'wagered:1:7', type: '141' },
  { key: 'commission-back-0a:1:cash', type: '141' },
  { key: 'refund:1', type: '13' },
  { key: 'refund-back:1', type: '13' },
  { key: 'transfer:1', amountCents: -100, type: '11' },
  { key: 'transfer:1', amountCents: 100, type: '13' },
])('3.24 the entry of $key is of type $type', ({ key, amountCents = 100, type }) => {
  expect(entryTypeOf(key, amountCents)).toBe(type)
})

test.each([
  { key: 'topup:E1', reason: 'topUp' },
  { key: 'topup-back:E1:D1', reason: 'topUpTakenBack' },
  { key: 'repaid:E1', reason: 'debtRepaid' },
  { key: 'bonus:topup:E1', reason: 'bonusTopUp' },
  { key: 'bonus-back:topup:E1', reason: 'bonusEnded' },
  { key: 'bonus-back:free_bet:1/1', reason: 'bonusEnded' },
  { key: 'wagered:1:7', reason: 'bonusWagered' },
  { key: 'withdraw:1', amountCents: -100, reason: 'withdrawal' },
  { key: 'payout-back:1', reason: 'withdrawalBack' },
  { key: 'payout-back:1:repaid', reason: 'debtRepaid' },
  { key: 'payout-fee-back:1', reason: 'withdrawalBack' },
  { key: 'bet:1:stake', amountCents: -100, reason: 'bet' },
  { key: 'bet:1:stake:bonus', amountCents: -100, reason: 'bet' },
  { key: 'bet:1:1:return', reason: 'betReturn' },
  { key: 'bet:1:2:back:cash', amountCents: -100, reason: 'betCorrected' },
  { key: 'boost:1:2:back:cash', amountCents: -100, reason: 'betCorrected' },
  { key: 'bet:1:out:6f:return', reason: 'betCashOut' },
  { key: 'settlement:1:repaid:2', amountCents: -100, reason: 'debtRepaid' },
  { key: 'boost:1:1', reason: 'boost' },
  { key: 'insurance:1:1', reason: 'insurance' },
  { key: 'bonus:free_bet:1/1', reason: 'bonusFreeBet' },
  { key: 'bonus:vip:3', reason: 'vip' },
  { key: 'bonus:check_in:2026-11-22', reason: 'checkIn' },
  { key: 'bonus:game_bonus:1', reason: 'gameBonus' },
  { key: 'bonus:commission:2026-11-22', reason: 'commission' },
  { key: 'commission-back-0a:1:cash', amountCents: -100, reason: 'commissionTakenBack' },
  { key: 'luckyColor:7:return', reason: 'game' },
  { key: 'studio:alfa:t1', reason: 'studioGame' },
  { key: 'transfer:1', amountCents: -100, reason: 'transferOut' },
  { key: 'transfer:1', reason: 'transferIn' },
])('an entry of $key was made for $reason', ({ key, amountCents = 100, reason }) => {
  expect(reasonOf(key, amountCents)).toBe(reason)
})

test.each([
  { key: 'bet:71:stake', betId: 71 },
  { key: 'bet:71:stake:bonus', betId: 71 },
  { key: 'bet:71:1:return', betId: 71 },
  { key: 'bet:71:2:back:cash', betId: 71 },
  { key: 'bet:71:out:6f:return', betId: 71 },
  { key: 'boost:71:1', betId: 71 },
  { key: 'insurance:71:1', betId: 71 },
  { key: 'bonus:free_bet:71/1', betId: 71 },
  // The number of a settlement, of a top-up and of a round are no bet's.
  { key: 'settlement:71:repaid:2', betId: null },
  { key: 'bonus:topup:71', betId: null },
  { key: 'dice:71', betId: null },
])('the entry of $key belongs to bet $betId', ({ key, betId }) => {
  expect(betOf(key)).toBe(betId)
})

test('an entry leads to its bet by the id that its player knows it by', async () => {
  const { playerId } = await newPlayer(deps)
  const cash = { playerId, kind: 'cash' } as const
  await deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId])
    move(batch, { key: 'topup:B1', from: 'pix_in', to: cash, cents: 100 })
    move(batch, { key: 'bet:71:stake', from: cash, to: 'bets_open', cents: 40 })
    await post(tx, batch)
  })
  const answer = await readAccountEntries(deps, { playerId, cursor: undefined, type: undefined })
  const shown = publicIds(deps.config, 'bet').show(71)
  expect(answer).toMatchObject({
    value: {
      entries: [
        { reason: 'bet', betId: shown },
        { reason: 'topUp', betId: null },
      ],
    },
  })
})

test('account entries of one type are read alone, page by page, and keep the balances of the whole', async () => {
  const { playerId } = await newPlayer(deps)
  const cash = { playerId, kind: 'cash' } as const
  for (let at = 1; at <= 40; at += 1) {
    await deps.db.begin(async (tx) => {
      const batch = await lockAccounts(tx, [playerId])
      move(batch, { key: `topup:F${at}`, from: 'pix_in', to: cash, cents: 100 })
      move(batch, { key: `mines:${at}`, from: cash, to: 'games', cents: 40 })
      await post(tx, batch)
    })
  }
  const all = []
  let cursor: string | undefined
  do {
    const answer = await readAccountEntries(deps, { playerId, cursor, type: '19' })
    if (!answer.ok) throw new Error(answer.refusal.code)
    all.push(...answer.value.entries)
    cursor = answer.value.next ?? undefined
  } while (cursor !== undefined)
  expect(all).toHaveLength(40)
  expect(all.every(({ type, reason, game }) => type === '19' && reason === 'game' && game === 'mines')).toBe(
    true,
  )
  expect(all[0]).toMatchObject({ amountCents: -40, beforeCents: 2440, afterCents: 2400 })
})

test('account entries have the balance before and after, newest first, page by page without a gap', async () => {
  const { playerId } = await newPlayer(deps)
  const cash = { playerId, kind: 'cash' } as const
  const bonus = { playerId, kind: 'bonus' } as const
  for (let at = 1; at <= 40; at += 1) {
    await deps.db.begin(async (tx) => {
      const batch = await lockAccounts(tx, [playerId])
      move(batch, { key: `topup:E${at}`, from: 'pix_in', to: cash, cents: 100 })
      if (at % 4 === 0) move(batch, { key: `bonus:vip:${at}`, from: 'gifts', to: bonus, cents: 7 })
      await post(tx, batch)
    })
  }
  const all = []
  let cursor: string | undefined
  for (;;) {
    const answer = await readAccountEntries(deps, { playerId, cursor, type: undefined })
    if (!answer.ok) throw new Error(answer.refusal.code)
    all.push(...answer.value.entries)
    if (answer.value.next === null) break
    cursor = answer.value.next
  }
  expect(all).toHaveLength(50)
  expect(new Set(all.map(({ id }) => id)).size).toBe(50)
  for (const account of ['cash', 'bonus'] as const) {
    const own = all.filter((one) => one.account === account).toReversed()
    own.forEach(({ beforeCents, amountCents, afterCents }, at) => {
      expect(beforeCents).toBe(own[at - 1]?.afterCents ?? 0)
      expect(afterCents).toBe(beforeCents + amountCents)
    })
  }
  const times = all.map(({ at }) => at)
  expect(times).toEqual(times.toSorted().toReversed())
  expect(await readAccountEntries(deps, { playerId, cursor: 'nonsense', type: undefined })).toMatchObject({
    ok: false,
  })
  const { playerId: other } = await newPlayer(deps)
  expect(await readAccountEntries(deps, { playerId: other, cursor: undefined, type: undefined })).toEqual({
    ok: true,
    value: { entries: [], next: null },
  })
})

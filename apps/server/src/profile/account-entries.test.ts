import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { newPlayer } from '../cashier/testing/players.ts'
import { lockAccounts, move, post } from '../ledger/index.ts'
import type { Deps } from '../platform/deps.ts'
import { entryTypeOf, readAccountEntries } from './account-entries.ts'

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
  { key: 'withdraw:1', type: '11' },
  { key: 'payout-back:1', type: '11' },
  { key: 'payout-returned:1', type: '11' },
  { key: 'payout-fee-back:1', type: '11' },
  { key: 'bet:1:stake', type: '199' },
  { key: 'bet:1:1:return', type: '199' },
  { key: 'settlement:1:repaid:2', type: '199' },
  { key: 'dice:7', type: '19' },
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
    const answer = await readAccountEntries(deps.db, { playerId, cursor })
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
  expect(await readAccountEntries(deps.db, { playerId, cursor: 'nonsense' })).toMatchObject({ ok: false })
  const { playerId: other } = await newPlayer(deps)
  expect(await readAccountEntries(deps.db, { playerId: other, cursor: undefined })).toEqual({
    ok: true,
    value: { entries: [], next: null },
  })
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import { countTurnover, lockAccounts, post } from '../../ledger/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { cashierOf } from '../cashier-of.ts'
import { sameTerms, testNeeds } from '../testing/harness.ts'
import { giveCash, newPlayer } from '../testing/players.ts'
import { requestWithdrawals } from './request-withdrawals.ts'

let deps: Deps
let close: () => Promise<void>
let cashier: ReturnType<typeof cashierOf>['cashier']

beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
  const needs = { ...testNeeds(), readVipTerms: sameTerms({ withdrawalsADay: 9, feeBps: 0 }) }
  ;({ cashier } = cashierOf(deps, needs))
})

afterAll(() => close())

test('reviews a win just before midnight like one just after it', async () => {
  const { playerId, cpf } = await newPlayer(deps)
  await giveCash(deps, playerId, 300_000)
  await ownerOf(deps.db)`
    insert into ledger_turnover (player_id, day, staked_cents, settled_cents, returned_cents)
    values (${playerId}, (now() at time zone 'America/Sao_Paulo')::date - 1, 1000, 1000, 600000)`
  const who = { playerId, sessionId: 1, holderName: 'Ana', whatsapp: '', payCardNo: cpf }
  await requestWithdrawals(cashier, [{ ...who, method: 'CPF', amountCents: 30_000 }])
  const rows = await deps.db<{ reasons: string[] }[]>`
    select review_reasons as reasons from cashier_withdrawal where player_id = ${playerId}`
  expect(rows).toEqual([{ reasons: ['big_win'] }])
})

test.each([
  { what: 'a void bet', stakeCents: 600_000, returnedCents: 600_000, reasons: [] },
  { what: 'a cash-out with a small profit', stakeCents: 600_000, returnedCents: 650_000, reasons: [] },
  { what: 'a cash-out with a large profit', stakeCents: 1_000, returnedCents: 600_000, reasons: ['big_win'] },
])('$what counts by its profit, today and the day after', async ({ stakeCents, returnedCents, reasons }) => {
  for (const isToday of [true, false]) {
    const { playerId, cpf } = await newPlayer(deps)
    await giveCash(deps, playerId, 300_000)
    await deps.db.begin(async (tx) => {
      const batch = await lockAccounts(tx, [playerId])
      countTurnover(batch, {
        playerId,
        stakedCents: stakeCents,
        endedUnsettledCents: stakeCents,
        returnedCents,
      })
      await post(tx, batch)
    })
    if (!isToday)
      await deps.db`
        update ledger_account set turnover_day = turnover_day - 1 where player_id = ${playerId} and kind = 'cash'`
    const who = { playerId, sessionId: 1, holderName: 'Ana', whatsapp: '', payCardNo: cpf }
    await requestWithdrawals(cashier, [{ ...who, method: 'CPF', amountCents: 30_000 }])
    const rows = await deps.db<{ reasons: string[] }[]>`
      select review_reasons as reasons from cashier_withdrawal where player_id = ${playerId}`
    expect([isToday, rows]).toEqual([isToday, [{ reasons }]])
  }
})

test('reviews a withdrawal if the day’s withdrawals are large together', async () => {
  const { playerId, cpf } = await newPlayer(deps)
  await giveCash(deps, playerId, 300_000)
  const wish = {
    playerId,
    sessionId: 1,
    method: 'CPF' as const,
    payCardNo: cpf,
    holderName: 'Ana',
    whatsapp: '',
  }
  const requests = [150_000, 50_000, 50_001].map((amountCents) => ({ ...wish, amountCents }))
  const answers = await requestWithdrawals(cashier, requests)
  expect(answers.every(({ ok }) => ok)).toBe(true)
  const rows = await deps.db<{ cents: number; status: string }[]>`
    select amount_cents as cents, status from cashier_withdrawal where player_id = ${playerId} order by amount_cents`
  expect(rows.map(({ cents: amount, status }) => [amount, status])).toEqual([
    [50_000, 'requested'],
    [50_001, 'review'],
    [150_000, 'requested'],
  ])
})

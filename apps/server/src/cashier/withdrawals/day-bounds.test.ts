import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import type { Deps } from '../../platform/deps.ts'
import { cashierOf } from '../cashier-of.ts'
import { sameTerms, testNeeds } from '../testing/needs.ts'
import { giveCash, newPlayer } from '../testing/players.ts'
import { requestWithdrawals } from './request-withdrawals.ts'

let deps: Deps
let close: () => Promise<void>

beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})

afterAll(() => close())

test('looks at a withdrawal when those of its day are large together', async () => {
  const { playerId, cpf } = await newPlayer(deps)
  await giveCash(deps, playerId, 300_000)
  const needs = { ...testNeeds(), readVipTerms: sameTerms({ withdrawalsADay: 9, feeBps: 0 }) }
  const { cashier } = cashierOf(deps, needs)
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

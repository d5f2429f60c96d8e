import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTransfers } from '../ledger/index.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
beforeAll(async () => {
  harness = await openBackofficeHarness()
})
afterAll(() => harness.close())

type Account = {
  cashCents: number
  bonusCents: number
  owedCents: number
  vipLevel: number
  items: { key: string; amountCents: number; afterCents: number }[]
  nextCursor: string | null
}

const read = async (token: string, playerId: number, query = '') => {
  const answer = await harness.call(`GET /api/backoffice/players/${playerId}/account${query}`, { token })
  return { ...answer, account: answer.data as Account }
}

test('shows a player’s balances and the entries behind them, page by page, and audits each read', async () => {
  const { token } = await harness.operatorWith('money@house.example', ['players.read'])
  const { playerId } = await harness.player('rich@players.example')
  for (let at = 1; at <= 60; at += 1)
    await makeTransfers(harness.deps, [
      { key: `topup:${at}`, from: 'pix_in', to: { playerId, kind: 'cash' }, cents: 100 },
    ])
  const { account } = await read(token, playerId)
  expect(account).toMatchObject({ cashCents: 6000, bonusCents: 0, owedCents: 0, vipLevel: 0 })
  expect(account.items).toHaveLength(50)
  expect(account.items[0]).toMatchObject({ key: 'topup:60', amountCents: 100, afterCents: 6000 })
  const rest = await read(token, playerId, `?cursor=${account.nextCursor}`)
  expect(rest.account.items.map(({ key }) => key)).toEqual(
    Array.from({ length: 10 }, (_none, at) => `topup:${10 - at}`),
  )
  expect(rest.account.nextCursor).toBeNull()
  const audit = await harness.call(`GET /api/backoffice/audit?subject=player:${playerId}`, {
    token: harness.rootToken,
  })
  expect((audit.data as { items: { action: string }[] }).items.map(({ action }) => action)).toEqual([
    'player.account_looked_at',
    'player.account_looked_at',
  ])
})

test('answers not found for an unknown account, and refuses an invalid cursor', async () => {
  const { token } = await harness.operatorWith('nobody@house.example', ['players.read'])
  expect((await read(token, 999_999)).code).toBe('not_found')
  const { playerId } = await harness.player('poor@players.example')
  expect((await read(token, playerId, '?cursor=x')).code).toBe('bad_request')
  expect((await read(token, playerId)).account).toMatchObject({ cashCents: 0, items: [], nextCursor: null })
})

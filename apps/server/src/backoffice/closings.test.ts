import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeAccount } from '../identity/index.ts'
import { makeTransfers } from '../ledger/index.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
beforeAll(async () => {
  harness = await openBackofficeHarness()
})
afterAll(() => harness.close())

type Closing = { playerId: number; why: string; contactDeletedAt: string | null }
const closings = async () => {
  const { data } = await harness.call('GET /api/backoffice/closings', { token: harness.rootToken })
  return (data as unknown as { items: Closing[] }).items
}
const close = async (email: string, more: { why?: 'exclusion'; deletesNow?: boolean } = {}) => {
  const { playerId } = await harness.player(email)
  const account = { playerId, why: 'player', deletesNow: false, lang: 'pt-BR', ...more } as const
  expect(await harness.deps.db.begin((tx) => closeAccount(tx, account))).toBe(true)
  expect(await harness.deps.db.begin((tx) => closeAccount(tx, account))).toBe(false)
  return playerId
}
const reopen = async (playerId: number) => {
  const body = { reason: 'known by a call on the 3rd' }
  return harness.call(
    'POST /api/backoffice/players/:playerId/reopen'.replace(':playerId', String(playerId)),
    {
      token: harness.rootToken,
      body,
    },
  )
}

test('operators see closed accounts with their dates, latest first, and in the player’s record', async () => {
  const one = await close('closed-one@players.example')
  const other = await close('closed-two@players.example', { why: 'exclusion' })
  expect(await closings()).toMatchObject([
    { playerId: other, why: 'exclusion', contactDeletedAt: null },
    { playerId: one, why: 'player', contactDeletedAt: null },
  ])
  const body = { emails: [], playerIds: [one] }
  const found = await harness.call('POST /api/backoffice/players/find', { token: harness.rootToken, body })
  expect(found.data).toMatchObject([{ playerId: one, closing: { why: 'player' } }])
})

test('the list shows the cash left in a closed account', async () => {
  const playerId = await close('paid-late@players.example')
  await makeTransfers(harness.deps, [
    { key: 'test:late', from: 'opening', to: { playerId, kind: 'cash' }, cents: 1_250 },
  ])
  expect(await closings()).toContainEqual(expect.objectContaining({ playerId, cashCents: 1_250 }))
})

test('an account closed by its player is reopened once, audited; one of an exclusion or past its time is not', async () => {
  const own = await close('comes-back@players.example')
  expect((await reopen(own)).http).toBe(200)
  expect((await reopen(own)).code).toBe('not_found')
  expect((await closings()).map(({ playerId }) => playerId)).not.toContain(own)
  const audits = await harness.deps.db<{ details: { reason?: string } }[]>`
    select details from platform_audit where subject = ${`player:${own}`} and action = 'player.account_reopened'`
  expect(audits).toEqual([{ details: { reason: 'known by a call on the 3rd' } }])
  expect((await reopen(await close('excluded@players.example', { why: 'exclusion' }))).code).toBe('not_found')
  expect((await reopen(await close('gone@players.example', { deletesNow: true }))).code).toBe('not_found')
})

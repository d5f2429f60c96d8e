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
const close = async (
  email: string,
  more: { why?: 'exclusion' | 'impediment'; deletesNow?: boolean } = {},
) => {
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

test('an account closed by its player or by the national register is reopened once, audited; one of an exclusion or past its time is not', async () => {
  const own = await close('comes-back@players.example')
  expect((await reopen(own)).http).toBe(200)
  expect((await reopen(own)).code).toBe('not_found')
  expect((await closings()).map(({ playerId }) => playerId)).not.toContain(own)
  const audits = await harness.deps.db<{ details: { reason?: string } }[]>`
    select details from platform_audit where subject = ${`player:${own}`} and action = 'player.account_reopened'`
  expect(audits).toEqual([{ details: { reason: 'known by a call on the 3rd' } }])
  expect((await reopen(await close('freed@players.example', { why: 'impediment' }))).http).toBe(200)
  expect((await reopen(await close('excluded@players.example', { why: 'exclusion' }))).code).toBe('not_found')
  expect((await reopen(await close('gone@players.example', { deletesNow: true }))).code).toBe('not_found')
})

test('accounts closed at the same moment are each on one page, once', async () => {
  const same: number[] = []
  for (let at = 0; at < 60; at += 1) same.push(90_000 + at)
  await harness.deps.db`
    with closed as (select unnest(${same}::bigint[]) as id)
    insert into identity_player (id, email, password_hash, invitation_code, registered_ip, registered_in_app)
    overriding system value
    select id, 'closed-' || id || '@players.example', 'none', 'C' || id, '127.0.0.1', false from closed`
  await harness.deps.db`
    insert into identity_closing (player_id, why, closed_at, contact_until, person_until)
    select id, 'player', '2026-01-01', '2026-02-01', '2031-01-01' from unnest(${same}::bigint[]) as id`
  const found: number[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: string = cursor === '' ? '' : `?cursor=${cursor}`
    const { data } = await harness.call(`GET /api/backoffice/closings${query}`, { token: harness.rootToken })
    const page = data as { items: { playerId: number }[]; nextCursor: string | null }
    found.push(...page.items.map(({ playerId }) => playerId).filter((id) => id >= 90_000))
    cursor = page.nextCursor
  }
  expect(found).toEqual(same.toReversed())
})

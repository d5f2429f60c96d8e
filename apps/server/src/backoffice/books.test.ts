import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTransfers } from '../ledger/index.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
let keeper: { operatorId: number; token: string }
beforeAll(async () => {
  harness = await openBackofficeHarness()
  keeper = await harness.operatorWith('books@house.example', ['books.read', 'books.settle'])
  const { playerId } = await harness.player('ana@players.example')
  await makeTransfers(harness.deps, [
    { key: 'topup:E1', from: 'pix_in', to: { playerId, kind: 'cash' }, cents: 10_000 },
  ])
})
afterAll(() => harness.close())

const books = (path: string, body?: object) =>
  harness.call(`${body ? 'POST' : 'GET'} /api/backoffice/books/${path}`, {
    token: keeper.token,
    ...(body ? { body } : {}),
  })

test('the trial balance adds up to zero, the journal by day and account too', async () => {
  const { data } = await books('trialBalance')
  expect(data).toMatchObject({
    sumCents: 0,
    lines: [
      { account: 'pix_in', debitCents: 10_000, creditCents: 0, balanceCents: -10_000 },
      { account: 'player:cash', debitCents: 0, creditCents: 10_000, balanceCents: 10_000 },
    ],
  })
  expect((await books('trialBalance?at=2026-01-01T00:00:00Z')).data).toMatchObject({ lines: [] })
  const rows = await harness.deps.db<{ day: string }[]>`
    select (now() at time zone 'America/Sao_Paulo')::date::text as day`
  const day = rows[0]?.day ?? ''
  const journal = await books(`journal?from=${day}&until=${day}`)
  expect(journal.data?.['csv']).toBe(
    [
      'day,account,opening,debit,credit,balance',
      `${day},pix_in,0.00,100.00,0.00,-100.00`,
      `${day},player:cash,0.00,0.00,100.00,100.00`,
      '',
    ].join('\r\n'),
  )
  expect((await books('journal?from=2020-01-01&until=2026-01-01')).code).toBe('bad_request')
  expect((await books('playersMoney')).data).toEqual({ days: [] })
})

test('a difference has a name, an owner and an age, until its owner settles it', async () => {
  await harness.deps.db`
    insert into cashier_exception (day, source, subject, what, opened_at)
    values ('2026-11-20', 'bank', 'E404', 'booked, but not at the bank', now() - interval '50 hours')`
  const open = async () => (await books('exceptions')).data?.['items'] as { id: number }[]
  const [found] = await open()
  expect(found).toMatchObject({ day: '2026-11-20', subject: 'E404', ownerId: null, ageHours: 50 })
  const id = found?.id ?? 0
  const resolution = 'the bank listed it a day later'
  expect((await books(`exceptions/${id}/close`, { resolution })).code).toBe('not_found')
  const own = { token: keeper.token }
  expect((await harness.call(`POST /api/backoffice/books/exceptions/${id}/own`, own)).http).toBe(200)
  expect(await open()).toMatchObject([{ id, ownerId: keeper.operatorId }])
  expect((await books(`exceptions/${id}/close`, { resolution })).http).toBe(200)
  expect(await open()).toEqual([])
  const audit = await harness.call('GET /api/backoffice/audit', { token: harness.rootToken })
  expect((audit.data as { items: unknown[] } | null)?.items.slice(0, 2)).toMatchObject([
    { action: 'exception.closed', subject: `exception:${id}`, details: { resolution } },
    { action: 'exception.owned', subject: `exception:${id}` },
  ])
})

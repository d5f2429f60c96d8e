import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { makeTransfers, readHouseDays } from '../ledger/index.ts'
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

test('the trial balance sums to zero, and so does the journal by day and account', async () => {
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

test('a difference has a name, an owner and an age, until its owner closes it', async () => {
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

test('an operator states the house’s own money at a bank with a reason, audited; the last statement applies', async () => {
  const own = (ownCents: number) =>
    books('bankOwn', { provider: 'pix', ownCents, reason: ' swept to the treasury ' })
  expect((await books('bankOwn', { provider: 'pix', ownCents: 5, reason: ' ' })).code).toBe('bad_request')
  expect((await own(90_000)).http).toBe(200)
  expect((await own(-1_500)).http).toBe(200)
  const rows = await harness.deps.db`
    select own_cents as cents, operator_id as operator, reason from cashier_bank_own where provider = 'pix' order by id desc limit 1`
  expect(rows).toEqual([{ cents: -1_500, operator: keeper.operatorId, reason: 'swept to the treasury' }])
  const audit = await harness.call('GET /api/backoffice/audit', { token: harness.rootToken })
  expect((audit.data as { items: unknown[] } | null)?.items[0]).toMatchObject({
    action: 'bank.own_set',
    subject: 'bank:pix',
    details: { ownCents: -1_500, reason: 'swept to the treasury' },
  })
})

test('an operator records what left a player’s address with a reason, audited; an unknown address is refused', async () => {
  const account = `0x${'cd'.repeat(20)}`
  await harness.deps.db`
    insert into cashier_usdt_address (network, child_index, player_id, account, address)
    values ('ERC20', 0, 1, ${account}, '0x')`
  const left = (network: string, reason = ' swept to the treasury ') =>
    books('usdtLeft', { network, account, micros: 40_000_000, reason })
  expect((await left('TRC20')).code).toBe('not_found')
  expect((await left('ERC20', ' ')).code).toBe('bad_request')
  expect((await left('ERC20')).http).toBe(200)
  const audit = await harness.call('GET /api/backoffice/audit', { token: harness.rootToken })
  expect((audit.data as { items: unknown[] } | null)?.items[0]).toMatchObject({
    action: 'usdt.left_set',
    subject: `address:ERC20:${account}`,
    details: { micros: 40_000_000, reason: 'swept to the treasury' },
  })
})

test('uncredited chain transfers wait in a list, and each is decided once', async () => {
  const { db } = harness.deps
  const account = `0x${'ab'.repeat(20)}`
  await db`insert into cashier_usdt_address (network, child_index, player_id, account, address)
           values ('TRC20', 0, 1, ${account}, 'T')`
  await db`
    insert into cashier_usdt_transfer (network, hash, account, contract, nth, player_id, micros, block, block_at, status)
    select 'TRC20', '0x' || repeat(nth::text, 64), ${account}, ${account}, nth, 1, 900000, 1, now(), status
      from (values (1, 'below_min'), (2, 'other_token'), (4, 'below_min')) as came (nth, status)`
  const open = async () =>
    (await books('uncredited')).data?.['items'] as { id: number; status: string; micros: number }[]
  const [small, other, another] = await open()
  expect([small, other, another]).toMatchObject([
    { status: 'below_min', micros: 900_000, ageHours: 0 },
    { status: 'other_token' },
    { status: 'below_min' },
  ])
  const decide = (id = 0, outcome = 'credit', requestId = `decide-${id}-${outcome}-1234`) =>
    books(`uncredited/${id}/decide`, { requestId, outcome, reason: 'the player asked' })
  expect((await decide(other?.id)).code).toBe('not_found') // another token has no price
  expect((await decide(other?.id, 'leave')).http).toBe(200)
  const answers = await Promise.all(Array.from({ length: 5 }, () => decide(small?.id)))
  expect(new Set(answers.map(({ http }) => http))).toEqual(new Set([200]))
  expect((await decide(small?.id, 'leave')).code).toBe('not_found')
  expect(await open()).toMatchObject([{ id: another?.id }])
  const waived =
    await db`select status, is_waived as waived from cashier_usdt_transfer where transfer_id = ${small?.id ?? 0}`
  expect(waived).toEqual([{ status: 'seen', waived: true }])
  const audit = await harness.call('GET /api/backoffice/audit', { token: harness.rootToken })
  expect((audit.data as { items: unknown[] } | null)?.items.slice(0, 2)).toMatchObject([
    {
      action: 'usdt.credited',
      subject: 'player:1',
      details: { micros: 900_000, reason: 'the player asked' },
    },
    { action: 'usdt.left' },
  ])
})

test('shows the figures of the running day beside those of the last closed one, from balances and closed days', async () => {
  const { deps } = harness
  const { playerId } = await harness.player('bia@players.example')
  const book = (key: string, from: 'pix_in' | 'sportsbook', cents: number) =>
    makeTransfers(deps, [{ key, from, to: { playerId, kind: 'cash' }, cents }])
  // Yesterday, a closed day, has everything booked before the tests began.
  await ownerOf(deps.db)`
    insert into ledger_closing (day, account, debit_cents, credit_cents, debits_until_cents, credits_until_cents)
    values ((now() at time zone 'America/Sao_Paulo')::date - 1, 'pix_in', 10000, 0, 10000, 0)`
  await ownerOf(deps.db)`
    insert into ledger_turnover (player_id, day, staked_cents)
    values (${playerId}, (now() at time zone 'America/Sao_Paulo')::date - 1, 500)`
  const before = (await readHouseDays(deps.db)).find(({ account }) => account === 'pix_in')
  await book('topup:E2', 'pix_in', 700)
  await book('win:1', 'sportsbook', 300)
  const { data } = await books('figures')
  expect(data).toMatchObject({
    now: {
      sportsbookCents: -300,
      ggrCents: -300,
      depositsCents: 700 - (before?.sinceCents ?? 0),
      withdrawalsCents: 0,
      activePlayers: 0,
    },
    last: { ggrCents: 0, depositsCents: 10_000, activePlayers: 1 },
  })
  expect(data?.['since']).toBe(data?.['today'])
})

test('sums closed days by day and month and by product; refuses an invalid or too long period', async () => {
  const { db } = harness.deps
  const periods = (query: string) => books(`periods?${query}`)
  await ownerOf(db)`
    insert into ledger_closing (day, account, debit_cents, credit_cents, debits_until_cents, credits_until_cents)
    values ('2026-01-30', 'sportsbook', 400, 1000, 400, 1000), ('2026-01-30', 'player:cash', 1000, 400, 1000, 400),
           ('2026-01-31', 'sportsbook', 0, 50, 400, 1050), ('2026-01-31', 'studio:neve', 90, 0, 90, 0),
           ('2026-02-01', 'pix_in', 700, 0, 700, 0)`
  const days = await periods('from=2026-01-30&until=2026-01-31&by=day')
  expect(days.data).toMatchObject({
    periods: [
      { period: '2026-01-31', sportsbookCents: 50, studios: [{ studio: 'neve', cents: -90 }], ggrCents: -40 },
      { period: '2026-01-30', sportsbookCents: 600, studios: [], ggrCents: 600 },
    ],
  })
  const months = await periods('from=2026-01-01&until=2026-02-28&by=month')
  expect(months.data).toMatchObject({
    periods: [
      { period: '2026-02', ggrCents: 0, depositsCents: 700 },
      { period: '2026-01', ggrCents: 560, depositsCents: 0 },
    ],
  })
  expect((await periods('from=2026-01-02&until=2026-01-01&by=day')).code).toBe('bad_request')
  expect((await periods('from=2025-01-01&until=2026-01-02&by=day')).code).toBe('bad_request')
  expect((await periods('from=2025-01-01&until=2026-01-02&by=month')).http).toBe(200)
})

import { timelineEvents, timelineKinds } from '@palpite/contract/backoffice'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { closedGateway } from '../cashier/testing/harness.ts'
import type { Db } from '../platform/db/index.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
let owner: Db
/** An operator with every permission, and one who may only see players. */
let token: string
let reader: string
let readerId: number
beforeAll(async () => {
  harness = await openBackofficeHarness({ gateway: closedGateway() })
  owner = ownerOf(harness.deps.db)
  token = harness.rootToken
  const made = await harness.operatorWith('reader@house.example', ['players.read'])
  reader = made.token
  readerId = made.operatorId
  await run(
    `insert into games_studio (id, name, base_url, account_id) values ('studio1', 'Um estúdio', 'https://studio.example', 999999)`,
  )
})
afterAll(() => harness.close())

let made = 0
const newPlayer = async () => (await harness.player(`timeline${(made += 1)}@players.example`)).playerId

/** A test's statement, built at run time: rows of many modules at moments that the test chooses. */
const run = <Row extends object = object>(text: string) =>
  owner([text] as unknown as TemplateStringsArray) as Promise<unknown> as Promise<Row[]>

type Item = {
  id: string
  kind: string
  event: string
  at: string
  amountCents: number | null
  returnCents: number | null
  state: string | null
  text: string | null
  ref: string | null
  by: { actorKind: string; actorId: number } | null
  games: { game: string; rounds: number; stakeCents: number; payoutCents: number }[]
}
type Page = { items: Item[]; kinds: string[]; nextCursor: string | null }

const ask = (playerId: number, query: Record<string, string> = {}, by = token) =>
  harness.call(`GET /api/backoffice/players/${playerId}/timeline?${new URLSearchParams(query).toString()}`, {
    token: by,
  })
const read = async (playerId: number, query: Record<string, string> = {}, by = token) =>
  (await ask(playerId, query, by)).data as unknown as Page

/** Reads page after page to the end; returns all items and the number of pages. */
async function readAll(playerId: number, query: Record<string, string> = {}) {
  const items: Item[] = []
  let pages = 0
  for (let cursor: string | null | undefined; cursor !== null; pages += 1) {
    const page = await read(playerId, { ...query, ...(cursor !== undefined && { cursor }) })
    items.push(...page.items)
    cursor = page.nextCursor
  }
  return { items, pages }
}

const hex = (n: number) => n.toString(16).padStart(32, '0')

/** An order of this player at this moment, by a number of its own. */
const order = (playerId: number, n: number, at: string) =>
  run(`insert into cashier_order (id, pay_no, charge_ref, player_id, amount_cents, wants_bonus_grant, first_bonus_grant_cents,
                                  later_bonus_grant_cents, main_times, bonus_times, status, created_at, expires_at)
       values ('${hex(n)}', '${hex(n)}', '${hex(n)}', ${playerId}, ${1000 + n}, false, 0, 0, 1, 1, 'expired', '${at}', '${at}')`)
const transfer = (playerId: number, otherId: number, n: number, at: string) =>
  run(`insert into cashier_transfer (id, player_id, request_id, recipient_id, amount_cents, made_at)
       values ('${hex(n)}', ${playerId}, 'transfer-0000-${n}', ${otherId}, 700, '${at}')`)
const round = (playerId: number, n: number, game: string, at: string) =>
  run(`insert into games_round (player_id, id, request_id, game, status, stake_cents, bonus_stake_cents, payout_cents, seed_pair_id,
                                nonce, rules_version, choice, multiplier_e4, cash_cents, bonus_cents, balance_version, created_at)
       values (${playerId}, ${n}, 'round-00000000-${n}', '${game}', 'lost', 100, 0, 40, 1, ${n}, 1, '{}', 4000, 0, 0, 1, '${at}')`)

/** An entry of almost every list, one a minute from the first. */
async function fill(playerId: number, otherId: number) {
  await order(playerId, playerId * 10, '2026-01-02T10:00:00Z')
  await run(`insert into cashier_withdrawal (id, player_id, method, rail, pay_card_no, holder_name, whatsapp, amount_cents, fee_bps,
               fee_cents, mining_cents, net_cents, status, why, closed_at, promised_at, requested_at)
             values ('${hex(playerId)}', ${playerId}, 'CPF', 'pix', '52998224725', 'Maria das Dores', '', 900, 0, 0, 0, 900, 'failed',
                     'a test', now(), now(), '2026-01-02T10:01:00Z')`)
  await transfer(playerId, otherId, playerId * 10 + 1, '2026-01-02T10:02:00Z')
  await transfer(otherId, playerId, playerId * 10 + 2, '2026-01-02T10:03:00Z')
  await run(`insert into rewards_grant (player_id, kind, source_key, entry_type, amount_cents, bonus_times, policy_version, granted_at)
             values (${playerId}, 'check_in', '2026-01-02', 141, 50, 1, 'test', '2026-01-02T10:04:00Z')`)
  await run(`insert into protection_limit_change (player_id, before_cents, wished_cents, asked_at, starts_at, policy_version, kind, period)
             values (${playerId}, null, 5000, '2026-01-02T10:05:00Z', '2026-01-02T10:05:00Z', 'test', 'deposit', 'week')`)
  await run(`insert into protection_break (player_id, kind, starts_at, ends_at, policy_version)
             values (${playerId}, 'time_out', '2026-01-02T10:06:00Z', '2026-01-03T10:06:00Z', 'test')`)
  await run(`insert into protection_suspension (player_id, reason, suspended_by, suspended_at)
             values (${playerId}, 'the same card pays for five', ${harness.secondId}, '2026-01-02T10:07:00Z')`)
  await run(`insert into protection_case (player_id, grade, reasons, seen_on, stepped_on, opened_at)
             values (${playerId}, 2, '[]', '2026-01-02', '2026-01-02', '2026-01-02T10:08:00Z')`)
  await run(`insert into messages_message (player_id, kind, text_key, text_values, source, created_at)
             values (${playerId}, 'system', 'message.player.registered', '{"name":"Maria"}', 'test', '2026-01-02T10:09:00Z')`)
  await run(
    `insert into messages_thread (player_id, lang, opened_at) values (${playerId}, 'pt-BR', '2026-01-02T10:10:00Z')`,
  )
  await run(
    `insert into protection_document_check (player_id, reference, opened_at) values (${playerId}, 'of ${playerId}', '2026-01-02T10:11:00Z')`,
  )
  await run(`insert into identity_exposure_statement (player_id, source, is_exposed, said_at)
             values (${playerId}, 'register', false, '2026-01-02T10:12:00Z')`)
  await run(`insert into identity_sign_in (player_id, signed_in_at, way, user_agent, network)
             values (${playerId}, '2026-01-02T10:13:00Z', 'passkey', 'a browser', '10.44.0')`)
  await run(`insert into identity_secured_notice (player_id, email, lang, what, noted_at)
             values (${playerId}, 'maria@players.example', 'pt-BR', 'new_device', '2026-01-02T10:14:00Z')`)
  await round(playerId, 1, 'dice', '2026-01-02T10:15:00Z')
  await round(playerId, 2, 'mines', '2026-01-02T10:16:00Z')
  await round(playerId, 3, 'dice', '2026-01-02T10:17:00Z')
  await run(
    `insert into games_studio_game (code, studio_id, name, tags, return_ppm, volatility, picture_url, launch_url, has_demo,
               min_stake_cents, max_stake_cents)
             values ('studio1-game${playerId}', 'studio1', 'Um jogo', '{}', 960000, 'low', '', '', false, 10, 100)`,
  )
  await run(`insert into games_session (id, player_id, studio_id, game_code, staked_cents, returned_cents, opened_at, closed_at)
             values ('${hex(playerId)}', ${playerId}, 'studio1', 'studio1-game${playerId}', 300, 120, '2026-01-02T10:18:00Z', '2026-01-02T10:19:00Z')`)
  await run(`insert into sportsbook_bet (player_id, request_id, unit_stake_cents, folds, stake_cents, cash_cents, bonus_cents,
               potential_return_cents, accept, max_stake_cents, signature, placed_at)
             values (${playerId}, 'bet-000000000001', 250, '[1]', 250, 250, 0, 500, 'exact', 1000, 'none', '2026-01-02T10:20:00Z')`)
}

test('a player’s history of every kind is one list, newest first, and others’ things are absent', async () => {
  const playerId = await newPlayer()
  const otherId = await newPlayer()
  await fill(playerId, otherId)
  await harness.call(`POST /api/backoffice/players/${playerId}/notes`, {
    token,
    body: { requestId: 'timeline-note-0001', text: 'asked for a higher limit' },
  })
  const { items, kinds, nextCursor } = await read(playerId)
  expect(kinds).toEqual(Object.keys(timelineKinds))
  expect(nextCursor).toBeNull()
  expect(items.map(({ event }) => event)).toEqual([
    'note_written',
    'registered',
    'bet_placed',
    'game_visited',
    'rounds_played',
    'device_new',
    'signed_in',
    'exposure_stated',
    'documents_given',
    'thread_opened',
    'message_written',
    'case_opened',
    'account_suspended',
    'break_begun',
    'limit_asked',
    'bonus_granted',
    'transfer_received',
    'transfer_sent',
    'withdrawal_requested',
    'deposit_ordered',
  ])
  expect(new Set(items.map(({ event }) => event)).size).toBe(timelineEvents.length - 1) // all but the audit
  const of = (event: string) => items.find((item) => item.event === event)
  expect(of('note_written')).toMatchObject({
    text: 'asked for a higher limit',
    by: { actorKind: 'operator', actorId: harness.rootId },
  })
  expect(of('bet_placed')).toMatchObject({ amountCents: 250, returnCents: null, state: 'open' })
  expect(of('rounds_played')).toMatchObject({
    text: '2026-01-02',
    amountCents: 300,
    returnCents: 120,
    games: [
      { game: 'dice', rounds: 2, stakeCents: 200, payoutCents: 80 },
      { game: 'mines', rounds: 1, stakeCents: 100, payoutCents: 40 },
    ],
  })
  expect(of('account_suspended')).toMatchObject({ text: 'the same card pays for five', state: 'open' })
  expect(of('transfer_sent')).toMatchObject({ amountCents: 700, ref: String(otherId) })
  expect(of('message_written')?.text).not.toContain('message.')

  // The other player has the other sides of the transfers, and nothing else of this one.
  expect((await read(otherId)).items.map(({ event }) => event)).toEqual([
    'registered',
    'transfer_sent',
    'transfer_received',
  ])
  expect((await ask(999_999_999)).code).toBe('not_found')
})

test('an operator sees the kinds of their permissions alone', async () => {
  const playerId = await newPlayer()
  await fill(playerId, await newPlayer())
  const mine = ['note', 'deposit', 'withdrawal', 'transfer', 'bonus', 'limit', 'suspension', 'account']
  const { items, kinds } = await read(playerId, {}, reader)
  expect(kinds).toEqual(mine)
  expect(items.filter(({ kind }) => !mine.includes(kind))).toEqual([])
  for (const kind of ['bet', 'round', 'case', 'message', 'support', 'document', 'audit'])
    expect((await read(playerId, { kind }, reader)).items).toEqual([])
  const bets = await harness.operatorWith('bets@house.example', ['bets.read'])
  expect((await ask(playerId, {}, bets.token)).code).toBe('forbidden')
})

test('one kind alone is listed, and an unknown one is refused', async () => {
  const playerId = await newPlayer()
  await fill(playerId, await newPlayer())
  expect((await read(playerId, { kind: 'transfer' })).items.map(({ event }) => event)).toEqual([
    'transfer_received',
    'transfer_sent',
  ])
  expect((await ask(playerId, { kind: 'secrets' })).http).toBe(400)
})

test('each page is audited, and the audit is part of the history', async () => {
  const playerId = await newPlayer()
  await read(playerId, {}, reader)
  await harness.call(`POST /api/backoffice/players/${playerId}/suspend`, {
    token,
    body: { requestId: 'timeline-suspend-1', reason: 'a card of somebody else' },
  })
  // The kind `audit` shows every act, also who suspended the player.
  expect((await read(playerId, { kind: 'audit' })).items).toMatchObject([
    { event: 'audited', text: 'player.suspended' },
    { event: 'audited', text: 'player.timeline_read', by: { actorKind: 'operator', actorId: readerId } },
  ])
  // A suspension has one entry; its row in the audit is left out.
  const { items } = await read(playerId)
  expect(items.filter(({ text }) => text === 'player.suspended')).toEqual([])
  expect(items.filter(({ kind }) => kind === 'suspension')).toHaveLength(1)
})

test('a message about signs of harm is shown to who may see the case alone', async () => {
  const playerId = await newPlayer()
  for (const key of ['message.harm.contact', 'message.coolOff', 'message.topup.credited'])
    await run(`insert into messages_message (player_id, kind, text_key, text_values, source)
               values (${playerId}, 'system', '${key}', '{"amountCents": 1000, "lossCents": 1000, "reasonKey": "harm.nights"}', '${key}')`)
  const support = await harness.operatorWith('answers@house.example', ['players.read', 'support.answer'])
  expect((await read(playerId, { kind: 'message' }, support.token)).items).toHaveLength(1)
  expect((await read(playerId, { kind: 'message' })).items).toHaveLength(3)
})

test('a round between two pages takes no day of play out of the second', async () => {
  const playerId = await newPlayer()
  const at = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  await round(playerId, 700_100, 'dice', at(-60))
  for (const n of Array.from({ length: 30 }).keys()) await order(playerId, 700_000 + n, at(-10))
  const first = await read(playerId)
  expect(first.items.filter(({ kind }) => kind === 'round')).toEqual([])
  await round(playerId, 700_101, 'dice', at(1))
  const second = await read(playerId, { cursor: first.nextCursor ?? '' })
  const played = second.items.flatMap(({ games }) => games.map(({ rounds }) => rounds))
  expect(played.reduce((sum, rounds) => sum + rounds, 0)).toBe(2)
})

test('every entry is on one page, once and in order, though all are of one moment', async () => {
  const playerId = await newPlayer()
  const otherId = await newPlayer()
  const at = '2026-02-03T04:05:06.789012Z'
  for (const n of Array.from({ length: 25 }).keys()) {
    await order(playerId, 900_000 + n, at)
    await transfer(playerId, otherId, 910_000 + n, at)
    await transfer(otherId, playerId, 920_000 + n, at)
    await run(`insert into rewards_grant (player_id, kind, source_key, entry_type, amount_cents, bonus_times, policy_version, granted_at)
               values (${playerId}, 'activity', 'a-${n}', 141, 50, 1, 'test', '${at}')`)
  }
  const { items, pages } = await readAll(playerId, { kind: 'deposit' })
  expect(items).toHaveLength(25)
  expect(pages).toBe(1)
  const all = await readAll(playerId)
  const timed = all.items.filter((item) => item.at === '2026-02-03T04:05:06.789Z')
  expect(timed).toHaveLength(100)
  expect(new Set(timed.map(({ id }) => id)).size).toBe(100)
  expect(all.pages).toBe(4)
  const times = all.items.map((item) => item.at)
  expect(times).toEqual(times.toSorted().toReversed())
})

test('what happens between two pages is not on a later one', async () => {
  const playerId = await newPlayer()
  for (const n of Array.from({ length: 31 }).keys())
    await order(playerId, 800_000 + n, `2026-03-01T10:${String(n).padStart(2, '0')}:00Z`)
  const signIn = (at: string) =>
    run(`insert into identity_sign_in (player_id, signed_in_at, way, user_agent, network)
         values (${playerId}, ${at}, 'passkey', 'a browser', '10.44.0')`)
  await signIn(`'2026-02-01T10:00:00Z'`)
  const first = await read(playerId)
  await signIn(`now() + interval '1 second'`)
  const second = await read(playerId, { cursor: first.nextCursor ?? '' })
  expect(second.items.map(({ event, at }) => [event, at])).toEqual([
    ['deposit_ordered', '2026-03-01T10:01:00.000Z'],
    ['deposit_ordered', '2026-03-01T10:00:00.000Z'],
    ['signed_in', '2026-02-01T10:00:00.000Z'],
  ])
  expect(second.nextCursor).toBeNull()
})

test('a day with more rounds than one statement reads has several entries, whose sums are those of the day', async () => {
  const playerId = await newPlayer()
  await run(`insert into games_round (player_id, id, request_id, game, status, stake_cents, bonus_stake_cents, payout_cents, seed_pair_id,
                                      nonce, rules_version, choice, multiplier_e4, cash_cents, bonus_cents, balance_version, created_at)
             select ${playerId}, n, 'round-00000000-' || n, 'dice', 'lost', 100, 0, 0, 1, n, 1, '{}', 0, 0, 0, 1,
                    timestamptz '2026-04-05T12:00:00Z' + n * interval '1 second'
               from generate_series(1, 2500) as n`)
  const { items } = await readAll(playerId, { kind: 'round' })
  expect(items.map(({ text, games }) => [text, games[0]?.rounds])).toEqual([
    ['2026-04-05', 1000],
    ['2026-04-05', 1000],
    ['2026-04-05', 500],
  ])
})

test('rounds are grouped by day, and a round stored around midnight belongs to one day', async () => {
  const playerId = await newPlayer()
  // São Paulo is three hours behind: 02:59 is still the day before.
  await round(playerId, 1, 'dice', '2026-04-05T02:58:00Z')
  await round(playerId, 2, 'dice', '2026-04-05T03:00:00Z')
  await round(playerId, 3, 'dice', '2026-04-05T02:59:59Z')
  await round(playerId, 4, 'dice', '2026-04-05T03:01:00Z')
  const { items } = await readAll(playerId, { kind: 'round' })
  expect(items.map(({ text, games }) => [text, games[0]?.rounds])).toEqual([
    ['2026-04-05', 1],
    ['2026-04-04', 3],
  ])
})

test.each(['no number', '5\nsecrets 1 2', '5\nbets 1 x', '5\nbets 9999999999999999 2', '5\ntoString'])(
  'refuses the cursor %j',
  async (words) => {
    const cursor = Buffer.from(words).toString('base64url')
    const { http, code } = await ask(await newPlayer(), { cursor })
    expect([http, code]).toEqual([400, 'bad_request'])
  },
)

import { afterAll, beforeAll, expect, test } from 'vitest'
import { publicIds } from '../platform/public-ids.ts'
import { openBackofficeHarness } from './testing/harness.ts'

let harness: Awaited<ReturnType<typeof openBackofficeHarness>>
let playerId: number
const order = 'a0'.repeat(16)
const page = 'b1'.repeat(16)
const charge = 'c2'.repeat(16)
const withdrawal = 'd3'.repeat(16)
const paid = 'E18236120202611301234s0987654321'
const sent = 'E18236120202611301234s0987650000'
const unmatched = 'E18236120202611301234s0000000001'

beforeAll(async () => {
  harness = await openBackofficeHarness()
  playerId = (await harness.player('sought@players.example')).playerId
  const { db } = harness.deps
  await db`
    insert into cashier_order (id, pay_no, charge_ref, player_id, amount_cents, wants_bonus_grant, first_bonus_grant_cents,
           later_bonus_grant_cents, main_times, bonus_times, status, br_code, expires_at, credited_at)
    values (${order}, ${page}, ${charge}, ${playerId}, 1000, false, 0, 0, 1, 1, 'credited', 'paid', now(), now())`
  await db`
    insert into cashier_topup (provider_ref, order_id, player_id, amount_cents, bonus_grant_cents, state, is_first, paid_at)
    values (${paid}, ${order}, ${playerId}, 1000, 0, 'credited', true, now())`
  await db`
    insert into cashier_withdrawal (id, player_id, method, rail, provider, provider_ref, pay_card_no, holder_name, whatsapp,
           amount_cents, fee_bps, fee_cents, mining_cents, net_cents, status, promised_at, attempts, closed_at)
    values (${withdrawal}, ${playerId}, 'CPF', 'pix', 'pix', ${sent}, '52998224725', 'Ana', '', 1000, 0, 0, 0, 1000, 'paid',
            now(), 1, now())`
  await db`
    insert into cashier_unmatched_payment (provider_ref, amount_cents, paid_at) values (${unmatched}, 500, now())`
  await db`
    insert into sportsbook_bet (id, player_id, request_id, unit_stake_cents, folds, stake_cents, cash_cents, bonus_cents,
           potential_return_cents, accept, max_stake_cents, signature, placed_at)
    overriding system value
    values (${playerId}, ${playerId}, 'sought', 100, '[1]', 100, 100, 0, 200, 'any', 100, 'of a test', now())`
})
afterAll(() => harness.close())

const search = async (token: string, id: string) => {
  const { code, data } = await harness.call('POST /api/backoffice/search', { token, body: { id } })
  return code === '' || code === undefined ? (data as unknown) : code
}

test('an order is found by its id, its page, its charge and its payment; a withdrawal by its id and its transfer', async () => {
  const { token } = await harness.operatorWith('books@house.example', ['books.read'])
  for (const id of [order, page, charge, charge.toUpperCase(), paid])
    expect(await search(token, id)).toEqual([{ kind: 'order', id: order }])
  for (const id of [withdrawal, sent])
    expect(await search(token, id)).toEqual([{ kind: 'order', id: withdrawal }])
  expect(await search(token, unmatched)).toEqual([{ kind: 'payment', id: unmatched }])
  expect(await search(token, 'E00000000000000000000000000000000')).toEqual([])
})

test('a number names all that has it, a public id the one of its kind', async () => {
  const { token } = await harness.operatorWith('plays@house.example', [
    'players.read',
    'bets.read',
    'rounds.read',
  ])
  const id = String(playerId)
  expect(await search(token, id)).toEqual([
    { kind: 'player', id },
    { kind: 'bet', id },
  ])
  const { config } = harness.deps
  expect(await search(token, publicIds(config, 'player').show(playerId))).toEqual([{ kind: 'player', id }])
  expect(await search(token, publicIds(config, 'bet').show(playerId))).toEqual([{ kind: 'bet', id }])
  expect(await search(token, publicIds(config, 'round').show(playerId))).toEqual([])
})

test('an operator finds only kinds that the own permissions show, and words are refused', async () => {
  const { token } = await harness.operatorWith('bets@house.example', ['bets.read'])
  expect(await search(token, String(playerId))).toEqual([{ kind: 'bet', id: String(playerId) }])
  expect(await search(token, order)).toEqual([])
  expect(await search(token, paid)).toEqual([])
  expect(await search(token, 'ana@players.example')).toBe('bad_request')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { codeOf, GOOD } from '../identity/testing/identity-harness.ts'
import { balanceOf, lockAccounts, move, post, readBalances, verifyLedger } from '../ledger/index.ts'
import { policyOf } from '../protection/index.ts'
import { openSportsbook, sportsbookClearing } from '../sportsbook/index.ts'
import { addMatch, feedReceiver, requestFor } from '../sportsbook/testing/harness.ts'
import { closeImpeded } from './close-impeded.ts'
import { openProfileHarness } from './testing/profile-harness.ts'

let harness: Awaited<ReturnType<typeof openProfileHarness>>
beforeAll(async () => {
  harness = await openProfileHarness('br-spa')
})
afterAll(() => harness.close())

let made = 0
/** A player whom the national register has named for this many days. */
async function namedFor(days: number, { cpf, cents = 1_337 }: { cpf: string; cents?: number }) {
  made += 1
  const email = `impeded-${made}@example.com`
  const token = await harness.newPlayer(email, { name: 'Ana Souza', cardNo: cpf })
  const playerId = await harness.playerIdOf(token)
  if (cents > 0) await harness.giveCash(playerId, cents)
  await answered(playerId, days)
  return { email, token, playerId }
}

/** The register's last answer: named since this many days, or free. */
const answered = (playerId: number, days: number | null) => harness.deps.db`
  insert into protection_register_answer (player_id, reason, impeded_since, asked_at)
  values (${playerId}, ${days === null ? null : 'benefits'}, now() - make_interval(days => ${days}::int), now())
  on conflict (player_id) do update
     set reason = excluded.reason, impeded_since = excluded.impeded_since, asked_at = excluded.asked_at`

const run = () => closeImpeded(harness.closing)
const closingOf = (playerId: number) =>
  harness.deps.db<{ why: string }[]>`select why from identity_closing where player_id = ${playerId}`
const withdrawalsOf = (playerId: number) => harness.deps.db<{ cents: number; payee: string }[]>`
  select amount_cents as cents, pay_card_no as payee from cashier_withdrawal where player_id = ${playerId} order by id`
const differencesOf = async (playerId: number) => {
  const rows = await harness.deps.db<{ what: string }[]>`
    select what from cashier_exception where subject = ${`player:${playerId}`} order by id`
  return rows.map(({ what }) => what)
}
const cashOf = async (playerId: number) =>
  (await readBalances(harness.deps.db, [playerId])).get(playerId)?.cashCents

/** The bank paid what was held. */
const paid = (playerId: number) =>
  harness.deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId], ['cash', 'bonus', 'hold'])
    const cents = balanceOf(batch, playerId, 'hold')
    made += 1
    move(batch, { key: `payout:test${made}`, from: { playerId, kind: 'hold' }, to: 'opening', cents })
    await post(tx, batch)
  })

test('X2 an impeded player has two days to withdraw, is then paid out to the own CPF, and closed after three', async () => {
  const { email, token, playerId } = await namedFor(1, { cpf: '52998224725' })
  await run()
  expect(await withdrawalsOf(playerId)).toEqual([])
  await answered(playerId, 2)
  await Promise.all([run(), run(), run()])
  expect(await withdrawalsOf(playerId)).toEqual([{ cents: 1_337, payee: '52998224725' }])
  await answered(playerId, 3)
  await run()
  expect(await closingOf(playerId)).toEqual([]) // the money is still on its way
  await paid(playerId)
  await answered(playerId, 2)
  await run()
  expect(await closingOf(playerId)).toEqual([])
  await answered(playerId, 3)
  await Promise.all([run(), run()])
  expect(await closingOf(playerId)).toEqual([{ why: 'impediment' }])
  expect(await withdrawalsOf(playerId)).toHaveLength(1)
  expect(await harness.identity.endingOf(token)).toBe('blocked')
  expect(codeOf(await harness.login(email, GOOD, '10.8.0.1'))).toBe('account_closed')
  await harness.giveCash(playerId, 450)
  await Promise.all([run(), run()])
  expect(await withdrawalsOf(playerId)).toHaveLength(2)
  expect(await cashOf(playerId)).toBe(0)
  expect(await differencesOf(playerId)).toEqual([])
  expect(await verifyLedger(harness.deps.db, [])).toEqual([])
})

test('X2 an answer of free stops what has not happened yet', async () => {
  const [before, between] = [
    await namedFor(2, { cpf: '11144477735' }),
    await namedFor(2, { cpf: '39053344705', cents: 900 }),
  ]
  await answered(before.playerId, null)
  await run()
  expect(await withdrawalsOf(before.playerId)).toEqual([])
  expect(await cashOf(before.playerId)).toBe(1_337)
  expect(await withdrawalsOf(between.playerId)).toHaveLength(1)
  await paid(between.playerId)
  await answered(between.playerId, null)
  await run()
  expect(await closingOf(between.playerId)).toEqual([])
})

test('X2 an own withdrawal in progress is waited for; a debt and what stays open for three days are reported once', async () => {
  const [own, recent, stuck, owing] = [
    await namedFor(3, { cpf: '24843803480' }),
    await namedFor(2, { cpf: '15350946056' }),
    await namedFor(3, { cpf: '45317828791' }),
    await namedFor(2, { cpf: '29537995593' }),
  ]
  await harness.closing.requestWithdrawal({
    playerId: own.playerId,
    sessionId: 0,
    isByHouse: true,
    isLeaving: true,
    requestId: 'by-themselves-1',
    method: 'CPF',
    payCardNo: '24843803480',
    holderName: 'Ana Souza',
    whatsapp: '',
    amountCents: 1_000,
  })
  for (const { playerId } of [recent, stuck])
    await ownerOf(harness.deps.db)`
      insert into sportsbook_waiting_bet (player_id, request_id, due_at, cancel_until)
      values (${playerId}, 'a-bet-that-waits-1', now(), now())`
  await harness.deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [owing.playerId], ['cash', 'debt'])
    const from = { playerId: owing.playerId, kind: 'debt' } as const
    move(batch, { key: 'debt:impeded', from, to: 'pix_in', cents: 500 })
    await post(tx, batch)
  })
  expect(await run()).toBe(2)
  await run()
  expect(await withdrawalsOf(own.playerId)).toHaveLength(1)
  expect(await differencesOf(own.playerId)).toEqual([])
  expect(await differencesOf(recent.playerId)).toEqual([])
  expect(await differencesOf(stuck.playerId)).toEqual([
    'a bet, a round or a top-up of an impeded player has been open for 3 days: the account does not close',
  ])
  expect(await differencesOf(owing.playerId)).toEqual([
    'an impeded player owes money: the account does not close by itself',
  ])
})

test('X2 under br-spa open bets are cancelled at once and refunded before the balance leaves; under the specification nothing happens', async () => {
  const { deps, closing } = harness
  const policy = policyOf({ COMPLIANCE_PROFILE: 'spec' })
  const book = openSportsbook(deps, { policy, settings: { betDelayMs: 0 } })
  const { outcomes } = await addMatch({ deps, receive: feedReceiver(deps) })
  const { playerId } = await namedFor(0, { cpf: '86288366757', cents: 2_000 })
  await answered(playerId, null)
  const placed = await book.placeBet(requestFor(playerId, outcomes['home'], { accept: 'any' }))
  expect(placed.ok).toBe(true)
  await answered(playerId, 2)
  expect(await closeImpeded({ ...closing, policy })).toBe(0)
  const openBets = () =>
    deps.db`select from sportsbook_bet where player_id = ${playerId} and cancelled_at is null`
  expect(await openBets()).toHaveLength(1)
  expect(await withdrawalsOf(playerId)).toEqual([])
  await run()
  expect(await openBets()).toEqual([])
  expect(await withdrawalsOf(playerId)).toEqual([]) // it is refunded first
  await book.settle()
  await run()
  expect(await withdrawalsOf(playerId)).toEqual([{ cents: 2_000, payee: '86288366757' }])
  expect(await verifyLedger(deps.db, sportsbookClearing())).toEqual([])
})

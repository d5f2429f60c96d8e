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
/** A player whom the national register has named for this many days, or does not name. */
async function namedFor(days: number | null, { cpf, cents = 1_337 }: { cpf: string; cents?: number }) {
  made += 1
  const email = `impeded-${made}@example.com`
  const token = await harness.newPlayer(email, { name: 'Ana Souza', cardNo: cpf })
  const playerId = await harness.playerIdOf(token)
  if (cents > 0) await harness.giveCash(playerId, cents)
  await answered(playerId, days)
  return { email, token, playerId }
}

/** The register's last answer: named since this many days and told so at once, or free. */
const answered = async (playerId: number, days: number | null): Promise<void> => {
  await named(playerId, days)
  if (days === null) return
  made += 1
  await ownerOf(harness.deps.db)`
    insert into protection_communication (player_id, source, text_key, text_values, in_writing, told_at)
    select player_id, ${`impediment:${made}`}, 'message.impededCloses', '{}', true, impeded_since
      from protection_register_answer where player_id = ${playerId}`
}

/** The same, without having told the player. */
const named = (playerId: number, days: number | null) => harness.deps.db`
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

test('X2 a player who never got the message about refunds and closing gets it first, and then has two days', async () => {
  const { playerId } = await namedFor(null, { cpf: '16899535009' })
  await named(playerId, 40)
  const told = () => harness.deps.db`
    select from protection_communication
     where player_id = ${playerId} and text_key = 'message.impededCloses' and in_writing`
  await Promise.all([run(), run()])
  await run()
  expect(await told()).toHaveLength(1)
  expect(await withdrawalsOf(playerId)).toEqual([])
  expect(await closingOf(playerId)).toEqual([])
})

test('X2 an answer of free between the check and the request stops the pay-out', async () => {
  const { playerId } = await namedFor(2, { cpf: '98765432100' })
  await closeImpeded({
    ...harness.closing,
    requestWithdrawal: async (request) => {
      await answered(request.playerId, null)
      return harness.closing.requestWithdrawal(request)
    },
  })
  expect(await withdrawalsOf(playerId)).toEqual([])
  expect(await cashOf(playerId)).toBe(1_337)
  expect(await differencesOf(playerId)).toEqual([])
})

test('X2 a suspended account with money is reported after three days, and not paid out', async () => {
  const suspended = await namedFor(3, { cpf: '71428793860' })
  await ownerOf(harness.deps.db)`
    insert into protection_suspension (player_id, reason, suspended_by)
    values (${suspended.playerId}, 'asked by a judge', 1)`
  await run()
  expect(await differencesOf(suspended.playerId)).toEqual([
    'the account of an impeded player is suspended, and 3 days are over: it is not paid out and does not close',
  ])
  expect(await withdrawalsOf(suspended.playerId)).toEqual([])
  await answered(suspended.playerId, null)
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
  // A fault in another player's bet of the same list stops nobody.
  const faulty = await namedFor(null, { cpf: '12345678909', cents: 2_000 })
  const other = await book.placeBet(
    requestFor(faulty.playerId, outcomes['home'], { accept: 'any', stakeCents: 1001 }),
  )
  if (!other.ok) throw new Error(other.refusal.code)
  await answered(faulty.playerId, 0)
  const owner = ownerOf(deps.db)
  await owner`
    create function fail_of_a_test() returns trigger language plpgsql as $$ begin raise exception 'faulty'; end $$`
  await owner`
    create trigger fail_of_a_test before update of cancelled_at on sportsbook_bet
      for each row when (new.unit_stake_cents = 1001) execute function fail_of_a_test()`
  await run()
  expect(await differencesOf(faulty.playerId)).toEqual([
    'the open bets of an impeded player could not be cancelled',
  ])
  expect(await openBets()).toEqual([])
  expect(await withdrawalsOf(playerId)).toEqual([]) // it is refunded first
  await book.settle()
  await run()
  expect(await withdrawalsOf(playerId)).toEqual([{ cents: 2_000, payee: '86288366757' }])
  expect(await verifyLedger(deps.db, sportsbookClearing())).toEqual([])
})

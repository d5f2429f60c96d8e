import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { balanceOf, lockAccounts, move, post, readBalances, verifyLedger } from '../ledger/index.ts'
import { payOutInactive } from './pay-out-inactive.ts'
import { openProfileHarness } from './testing/profile-harness.ts'

let harness: Awaited<ReturnType<typeof openProfileHarness>>
beforeAll(async () => {
  harness = await openProfileHarness('br-spa')
})
afterAll(() => harness.close())

let made = 0
/** A player with money who was last here this many days ago. */
async function awayFor(
  days: number,
  { cpf, cents = 1_337, of = harness }: { cpf?: string; cents?: number; of?: typeof harness } = {},
) {
  made += 1
  const kyc = cpf === undefined ? {} : { name: 'Ana Souza', cardNo: cpf }
  const token = await of.newPlayer(`away-${made}@example.com`, kyc)
  const playerId = await of.playerIdOf(token)
  if (cents > 0) await of.giveCash(playerId, cents)
  const db = ownerOf(of.deps.db)
  await db`update identity_player set created_at = now() - interval '1 year' where id = ${playerId}`
  await db`update identity_sign_in set signed_in_at = now() - make_interval(days => ${days}) where player_id = ${playerId}`
  await db`
    update identity_session set created_at = now() - make_interval(days => ${days}),
           last_seen_at = now() - make_interval(days => ${days}) where player_id = ${playerId}`
  return playerId
}

const run = () => payOutInactive(harness.closing)
const withdrawalsOf = (playerId: number) => harness.deps.db<{ cents: number; payee: string }[]>`
  select amount_cents as cents, pay_card_no as payee from cashier_withdrawal where player_id = ${playerId}`
const differencesOf = async (playerId: number) => {
  const rows = await harness.deps.db<{ what: string }[]>`
    select what from cashier_exception where subject = ${`player:${playerId}`} order by id`
  return rows.map(({ what }) => what)
}
const cashOf = async (playerId: number) =>
  (await readBalances(harness.deps.db, [playerId])).get(playerId)?.cashCents

/** A bet of a player that waits for its delay: nothing is paid out meanwhile. */
const waitingBet = (playerId: number) => ownerOf(harness.deps.db)`
  insert into sportsbook_waiting_bet (player_id, request_id, due_at, cancel_until)
  values (${playerId}, 'a-bet-that-waits-1', now(), now())`

/** The open withdrawal of a player failed for this reason: the money is the player's again. */
const failed = (playerId: number, why: string, daysAgo = 0) =>
  harness.deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId], ['cash', 'bonus', 'hold'])
    const [from, to] = [{ playerId, kind: 'hold' } as const, { playerId, kind: 'cash' } as const]
    made += 1
    move(batch, { key: `payout-failed:test${made}`, from, to, cents: balanceOf(batch, playerId, 'hold') })
    await post(tx, batch)
    await ownerOf(harness.deps.db)`
      update cashier_withdrawal set status = 'failed', why = ${why}, closed_at = now() - make_interval(days => ${daysAgo})
       where player_id = ${playerId} and closed_at is null`
  })

test('R9 a player inactive for 180 days is paid out to the own CPF once, by any number of servers, and the account stays open', async () => {
  const playerId = await awayFor(181, { cpf: '52998224725' })
  await Promise.all([run(), run(), run()])
  await run()
  expect(await withdrawalsOf(playerId)).toEqual([{ cents: 1_337, payee: '52998224725' }])
  expect(await cashOf(playerId)).toBe(0)
  const closings = await harness.deps.db`select from identity_closing where player_id = ${playerId}`
  expect(closings).toHaveLength(0)
  expect(await verifyLedger(harness.deps.db, [])).toEqual([])
})

test('R9 a player active within 180 days, or with something open, keeps the balance', async () => {
  const here = await awayFor(179, { cpf: '11144477735' })
  const better = await awayFor(181, { cpf: '39053344705' })
  await waitingBet(better)
  await run()
  for (const playerId of [here, better]) {
    expect(await withdrawalsOf(playerId)).toEqual([])
    expect(await cashOf(playerId)).toBe(1_337)
  }
})

test('R9 money of an unidentified player waits for operators, reported once; under the specification nobody is paid out', async () => {
  const unknown = await awayFor(181)
  await run()
  await run()
  const reported = await harness.deps.db<{ what: string }[]>`
    select what from cashier_exception where subject = ${`player:${unknown}`}`
  expect(reported).toEqual([{ what: 'an inactive player has money and never said who they are' }])
  const spec = await openProfileHarness('spec')
  try {
    const known = await awayFor(181, { cpf: '52998224725', of: spec })
    await payOutInactive(spec.closing)
    expect(await spec.deps.db`select from cashier_withdrawal`).toHaveLength(0)
    expect((await readBalances(spec.deps.db, [known])).get(known)?.cashCents).toBe(1_337)
    // The same player would be paid out if the policy said so.
    await payOutInactive({ ...spec.closing, policy: harness.closing.policy })
    expect(await spec.deps.db`select from cashier_withdrawal where player_id = ${known}`).toHaveLength(1)
  } finally {
    await spec.close()
  }
})

test('R9 more than the maximum of one withdrawal is paid out in parts, each once the previous one has left', async () => {
  const { withdrawMaxCents } = await harness.closing.readCashierSettings()
  const playerId = await awayFor(181, { cpf: '45317828791', cents: withdrawMaxCents + 500 })
  const amountsOf = async () =>
    (await withdrawalsOf(playerId)).map(({ cents }) => cents).toSorted((a, b) => b - a)
  await run()
  await run() // the first is under way
  expect(await amountsOf()).toEqual([withdrawMaxCents])
  expect(await cashOf(playerId)).toBe(500)
  await harness.deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId], ['cash', 'bonus', 'hold'])
    move(batch, {
      key: `payout:test${playerId}`,
      from: { playerId, kind: 'hold' },
      to: 'opening',
      cents: withdrawMaxCents,
    })
    await post(tx, batch)
  })
  await Promise.all([run(), run()])
  expect(await amountsOf()).toEqual([withdrawMaxCents, 500])
  expect(await cashOf(playerId)).toBe(0)
  expect(await differencesOf(playerId)).toEqual([])
})

test('R9 a withdrawal in progress is waited for, without a report', async () => {
  const playerId = await awayFor(240, { cpf: '29537995593' })
  await run()
  await harness.giveCash(playerId, 250)
  await run()
  expect(await withdrawalsOf(playerId)).toEqual([{ cents: 1_337, payee: '29537995593' }])
  expect(await cashOf(playerId)).toBe(250)
  expect(await differencesOf(playerId)).toEqual([])
})

test.each([
  { whose: 'of their own', cpf: '24843803480', requestId: 'leaving-by-themselves' },
  { whose: 'of the house', cpf: '15350946056', requestId: undefined },
])(
  'R9 after operators refused a withdrawal $whose in review no other is requested, and operators are notified once',
  async ({ cpf, requestId }) => {
    const playerId = await awayFor(181, { cpf })
    if (requestId !== undefined) {
      await harness.closing.requestWithdrawal({
        playerId,
        sessionId: 0,
        isByHouse: true,
        isLeaving: true,
        requestId,
        method: 'CPF',
        payCardNo: cpf,
        holderName: 'Ana Souza',
        whatsapp: '',
        amountCents: 1_337,
      })
    } else await run()
    expect(await withdrawalsOf(playerId)).toHaveLength(1)
    await failed(playerId, 'refused in review', 2)
    await run()
    await run()
    expect(await withdrawalsOf(playerId)).toHaveLength(1)
    expect(await cashOf(playerId)).toBe(1_337)
    expect(await differencesOf(playerId)).toEqual([
      'operators refused the last withdrawal of an inactive player in review; no other is requested',
    ])
  },
)

test('R9 operators get one report of anything open for 210 days, and of a debt', async () => {
  const [recent, stuck, owing] = [
    await awayFor(181, { cpf: '86288366757' }),
    await awayFor(211, { cpf: '71428793860' }),
    await awayFor(181, { cpf: '98765432100' }),
  ]
  for (const playerId of [recent, stuck]) await waitingBet(playerId)
  for (const [playerId, days] of [
    [recent, 209],
    [stuck, 210],
  ] as const)
    await ownerOf(harness.deps.db)`
      insert into protection_activity (player_id, day, active_ms, counted_at)
      values (${playerId}, (now() at time zone 'America/Sao_Paulo')::date - ${days}::int, 1000, now())`
  await harness.deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [owing], ['cash', 'debt'])
    move(batch, { key: `debt:${owing}`, from: { playerId: owing, kind: 'debt' }, to: 'pix_in', cents: 500 })
    await post(tx, batch)
  })
  await run()
  await run()
  for (const playerId of [recent, stuck, owing]) expect(await withdrawalsOf(playerId)).toEqual([])
  expect(await differencesOf(recent)).toEqual([])
  expect(await differencesOf(stuck)).toEqual([
    'a bet, a round or a top-up of an inactive player has been open for over 210 days: the balance is not paid out',
  ])
  expect(await differencesOf(owing)).toEqual([
    'an inactive player owes money: the balance is not paid out by itself',
  ])
})

test('R9 after a failed pay-out the next one is requested a day later, after the second failure 30 days later', async () => {
  const playerId = await awayFor(181, { cpf: '16899535009' })
  const closedDaysAgo = (days: number) =>
    ownerOf(harness.deps.db)`
      update cashier_withdrawal set closed_at = now() - make_interval(days => ${days}) where player_id = ${playerId}`
  await run()
  await failed(playerId, 'a test')
  await run()
  expect(await withdrawalsOf(playerId)).toHaveLength(1)
  expect(await differencesOf(playerId)).toEqual([])
  await closedDaysAgo(1)
  await run()
  expect(await withdrawalsOf(playerId)).toHaveLength(2)
  await failed(playerId, 'a test', 29)
  await run()
  expect(await withdrawalsOf(playerId)).toHaveLength(2)
  expect(await differencesOf(playerId)).toEqual([
    'the pay-out of an inactive player failed twice; it is tried every 30 days',
  ])
  await closedDaysAgo(30)
  await run()
  expect(await withdrawalsOf(playerId)).toHaveLength(3)
})

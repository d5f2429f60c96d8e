import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { codeOf, GOOD } from '../identity/testing/identity-harness.ts'
import { balanceOf, lockAccounts, move, post, readBalances, verifyLedger } from '../ledger/index.ts'
import { closeExcluded, ownWithdrawalSeconds } from './close-excluded.ts'
import { openProfileHarness } from './testing/profile-harness.ts'

let harness: Awaited<ReturnType<typeof openProfileHarness>>
beforeAll(async () => {
  harness = await openProfileHarness()
})
afterAll(() => harness.close())

let made = 0
/** A player who excluded themselves, this many seconds ago. */
async function excludedPlayer({
  cpf,
  cents = 0,
  secondsAgo = ownWithdrawalSeconds + 1,
  isForGood = true,
}: {
  cpf?: string
  cents?: number
  secondsAgo?: number
  isForGood?: boolean
}) {
  made += 1
  const email = `excluded-${made}@example.com`
  const token = await harness.newPlayer(email, cpf === undefined ? {} : { name: 'Ana Souza', cardNo: cpf })
  const playerId = await harness.playerIdOf(token)
  if (cents > 0) await harness.giveCash(playerId, cents)
  await harness.deps.db`
    insert into protection_break (player_id, kind, starts_at, ends_at, policy_version)
    values (${playerId}, 'exclusion', now() - make_interval(secs => ${secondsAgo}),
            case when not ${isForGood}::boolean then now() + interval '3 months' end, 'test')`
  return { email, token, playerId }
}
const closingOf = (playerId: number) =>
  harness.deps.db<{ why: string }[]>`select why from identity_closing where player_id = ${playerId}`
const withdrawalsOf = (playerId: number) => harness.deps.db<{ cents: number; payee: string }[]>`
  select amount_cents as cents, pay_card_no as payee from cashier_withdrawal where player_id = ${playerId}`
const cashOf = async (playerId: number) =>
  (await readBalances(harness.deps.db, [playerId])).get(playerId)?.cashCents
const run = () => closeExcluded(harness.closing)

/** The bank paid what was held. */
const paid = (playerId: number, nth = 1) =>
  harness.deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId], ['cash', 'bonus', 'hold'])
    const hold = { playerId, kind: 'hold' } as const
    move(batch, {
      key: `payout:test${playerId}:${nth}`,
      from: hold,
      to: 'opening',
      cents: balanceOf(batch, playerId, 'hold'),
    })
    await post(tx, batch)
  })

test('S44: a permanently self-excluded player is paid out to the own key, to the last cent, and then closed', async () => {
  const { email, token, playerId } = await excludedPlayer({ cpf: '52998224725', cents: 1_337 })
  await Promise.all([run(), run(), run()])
  expect(await withdrawalsOf(playerId)).toEqual([{ cents: 1_337, payee: '52998224725' }])
  expect(await cashOf(playerId)).toBe(0)
  expect(await closingOf(playerId)).toEqual([]) // the money is still on its way
  await run()
  expect(await withdrawalsOf(playerId)).toHaveLength(1)
  await paid(playerId)
  await Promise.all([run(), run()])
  expect(await closingOf(playerId)).toEqual([{ why: 'exclusion' }])
  expect(await harness.identity.endingOf(token)).toBe('excluded')
  expect(codeOf(await harness.login(email, GOOD, '10.8.0.1'))).toBe('account_excluded')
  const again = { name: 'Ana Souza', cardNo: '52998224725' }
  expect(codeOf(await harness.register('ana.again@example.com', again, '10.8.0.2'))).toBe('cannot_register')
  const audits = await harness.deps.db`
    select actor_kind, action from platform_audit where subject = ${`player:${playerId}`}`
  expect(audits).toEqual([{ actor_kind: 'system', action: 'player.account_closed' }])
})

test('a permanently excluded player has two days to withdraw alone; an exclusion of months closes nothing', async () => {
  const fresh = await excludedPlayer({ cents: 0, secondsAgo: ownWithdrawalSeconds - 60 })
  const months = await excludedPlayer({ isForGood: false })
  await run()
  expect(await closingOf(fresh.playerId)).toEqual([])
  expect(await closingOf(months.playerId)).toEqual([])
})

test('an open bet delays the closing until it is settled; money of an unidentified player waits for operators', async () => {
  const better = await excludedPlayer({ cpf: '11144477735', cents: 500 })
  await ownerOf(harness.deps.db)`
    insert into sportsbook_waiting_bet (player_id, request_id, due_at, cancel_until)
    values (${better.playerId}, 'a-bet-that-waits-1', now(), now())`
  const unknown = await excludedPlayer({ cents: 700 })
  await run()
  for (const { playerId } of [better, unknown]) {
    expect(await withdrawalsOf(playerId)).toEqual([])
    expect(await closingOf(playerId)).toEqual([])
  }
  expect(await cashOf(unknown.playerId)).toBe(700)
  expect(await verifyLedger(harness.deps.db, [])).toEqual([])
})

const differencesOf = async (playerId: number) => {
  const rows = await harness.deps.db<{ what: string }[]>`
    select what from cashier_exception where subject = ${`player:${playerId}`} order by id`
  return rows.map(({ what }) => what)
}

/** The bank refused the payout: the money is the player's again. */
const failed = (playerId: number, hoursAgo: number) =>
  harness.deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId], ['cash', 'bonus', 'hold'])
    const cents = balanceOf(batch, playerId, 'hold')
    const [from, to] = [{ playerId, kind: 'hold' } as const, { playerId, kind: 'cash' } as const]
    move(batch, { key: `payout-failed:test${playerId}:${hoursAgo}:${cents}`, from, to, cents })
    await post(tx, batch)
    await ownerOf(harness.deps.db)`
      update cashier_withdrawal set status = 'failed', why = 'a test', closed_at = now() - make_interval(hours => ${hoursAgo})
       where player_id = ${playerId} and closed_at is null`
  })

test('after a failed pay-out the next one is requested a day later; operators see the second failure, once', async () => {
  const { playerId } = await excludedPlayer({ cpf: '39053344705', cents: 900 })
  await run()
  await failed(playerId, 1)
  await run()
  expect(await withdrawalsOf(playerId)).toHaveLength(1)
  expect(await differencesOf(playerId)).toEqual([])
  await ownerOf(harness.deps.db)`
    update cashier_withdrawal set closed_at = now() - interval '25 hours' where player_id = ${playerId}`
  await run()
  expect(await withdrawalsOf(playerId)).toHaveLength(2)
  await failed(playerId, 2)
  await run()
  await run()
  expect(await withdrawalsOf(playerId)).toHaveLength(2)
  expect(await differencesOf(playerId)).toEqual([expect.stringContaining('failed twice')])
})

test('money of an unidentified player is listed among the open differences, once, and counted; a day after the entry was closed it is listed again', async () => {
  const { playerId } = await excludedPlayer({ cents: 700 })
  expect(await run()).toBeGreaterThan(0)
  await run()
  const said = 'an excluded player has money and never said who they are'
  expect(await differencesOf(playerId)).toEqual([said])
  const closed = (hoursAgo: number) =>
    ownerOf(harness.deps.db)`
      update cashier_exception set closed_at = now() - make_interval(hours => ${hoursAgo}), closed_by = 1, resolution = 'asked'
       where subject = ${`player:${playerId}`}`
  await closed(23)
  await run()
  expect(await differencesOf(playerId)).toEqual([said])
  await closed(25)
  await Promise.all([run(), run()])
  expect(await differencesOf(playerId)).toEqual([said, `${said} (2)`])
})

test('after the day’s own withdrawals are used up the rest follows on another day, and operators are not notified', async () => {
  const { playerId } = await excludedPlayer({ cpf: '24843803480', cents: 500 })
  let asked = 0
  for (;;) {
    await run()
    const now = (await withdrawalsOf(playerId)).length
    if (now === asked) break
    asked = now
    await paid(playerId, asked)
    await harness.giveCash(playerId, 300 + asked)
  }
  expect(await cashOf(playerId)).toBe(300 + asked)
  expect(await differencesOf(playerId)).toEqual([])
})

test('money that comes after an exclusion closed the account is paid out to the own CPF', async () => {
  const { playerId } = await excludedPlayer({ cpf: '15350946056' })
  await run()
  expect(await closingOf(playerId)).toEqual([{ why: 'exclusion' }])
  await harness.giveCash(playerId, 450)
  await run()
  expect(await withdrawalsOf(playerId)).toEqual([{ cents: 450, payee: '15350946056' }])
  expect(await cashOf(playerId)).toBe(0)
})

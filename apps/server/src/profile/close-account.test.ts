import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { takeTestBreak } from '../../../../tools/test/take-break.ts'
import { codeOf, GOOD } from '../identity/testing/identity-harness.ts'
import { lockAccounts, move, type PlayerAccount, post, readBalances, verifyLedger } from '../ledger/index.ts'
import { reopenAccount } from '../identity/index.ts'
import { keepClosedBreaks } from '../protection/index.ts'
import { openProfileHarness } from './testing/profile-harness.ts'

let harness: Awaited<ReturnType<typeof openProfileHarness>>
beforeAll(async () => {
  harness = await openProfileHarness()
})
afterAll(() => harness.close())

let made = 0
async function newPlayer({ cpf = '' } = {}) {
  made += 1
  const email = `closing-${made}@example.com`
  const token = await harness.newPlayer(email, cpf === '' ? {} : { name: 'Ana Souza', cardNo: cpf })
  return { email, token, playerId: await harness.playerIdOf(token) }
}
const close = (token: string, more: object = {}) =>
  harness.post(
    '/api/app/user/closeAccount',
    { pwd: GOOD, givesUpBonus: false, deletesNow: false, ...more },
    { token },
  )
const closingOf = async (playerId: number) => {
  const rows = await harness.deps.db<{ why: string; days: number; isKept: boolean }[]>`
    select why, (contact_until::date - closed_at::date) as days,
           person_until >= closed_at + interval '5 years' as "isKept" from identity_closing where player_id = ${playerId}`
  return rows
}
type Account = Parameters<typeof move>[1]['from']
const moveMoney = (key: string, from: Account, to: Account, cents: number) =>
  harness.deps.db.begin(async (tx) => {
    const playerIds = [from, to].flatMap((one) =>
      typeof one === 'object' && 'playerId' in one ? [one.playerId] : [],
    )
    const batch = await lockAccounts(tx, playerIds, ['cash', 'bonus', 'hold'] satisfies PlayerAccount[])
    move(batch, { key, from, to, cents })
    await post(tx, batch)
  })
const auditsOf = (playerId: number) => harness.deps.db<{ action: string }[]>`
  select action from platform_audit where subject = ${`player:${playerId}`}`

test('S44: a closed account opens no session, and only a correct password reveals that it is closed', async () => {
  const { email, token, playerId } = await newPlayer()
  const other = await harness.login(email, GOOD, '10.9.0.2')
  expect(other.statusCode).toBe(200)
  expect((await close(token)).json()).toMatchObject({ status: 200, data: null })
  for (const held of [token, other.json<{ data: { access_token: string } }>().data.access_token]) {
    const over = await harness.get('/api/app/user/userInfo', held)
    expect([over.statusCode, over.json<{ data: object }>().data]).toEqual([
      401,
      { code: 'logged_out', ending: 'closed' },
    ])
  }
  expect(codeOf(await harness.login(email, GOOD, '10.9.0.3'))).toBe('account_closed')
  expect(codeOf(await harness.login(email, 'another password of nobody', '10.9.0.4'))).toBe(
    'wrong_credentials',
  )
  expect(await closingOf(playerId)).toEqual([{ why: 'player', days: 30, isKept: true }])
  expect(await auditsOf(playerId)).toEqual([{ action: 'player.account_closed' }])
  await expect(
    ownerOf(
      harness.deps.db,
    )`insert into identity_session (token_hash, player_id, ip, user_agent, device_kind, device_id, zone)
      values (${'x'.repeat(43)}, ${playerId}, '', '', '', '', '')`,
  ).rejects.toThrow(/is closed/)
})

test('a closing is confirmed by mail', async () => {
  const { email, token } = await newPlayer()
  await close(token)
  harness.startJobs()
  await expect.poll(() => harness.mails.filter(({ to }) => to === email)).toHaveLength(1)
  await harness.stopJobs()
  expect(harness.mails.find(({ to }) => to === email)?.subject).toBe('Palpite: your account was closed')
})

test('the password is asked for, and a wrong one closes nothing', async () => {
  const { token, playerId } = await newPlayer()
  expect(codeOf(await close(token, { pwd: 'another password of nobody' }))).toBe('wrong_password')
  expect(await closingOf(playerId)).toEqual([])
})

test('200 closings at once close once', async () => {
  const { token, playerId } = await newPlayer()
  const answers = await Promise.all(Array.from({ length: 200 }, () => close(token)))
  expect(answers.some((answer) => answer.statusCode === 200)).toBe(true)
  for (const answer of answers)
    expect([undefined, 'logged_out', 'too_many_requests', 'busy']).toContain(codeOf(answer))
  expect(await closingOf(playerId)).toHaveLength(1)
  expect(await auditsOf(playerId)).toHaveLength(1)
})

test('money, a withdrawal under way and an open order each prevent the closing, and the refusal names them', async () => {
  const { token, playerId } = await newPlayer()
  const { deps } = harness
  const obstaclesOf = async () =>
    (await harness.get('/api/app/user/closing', token))
      .json<{ data: { obstacles: { code: string }[] } }>()
      .data.obstacles.map(({ code }) => code)
  expect(await obstaclesOf()).toEqual([])
  await harness.giveCash(playerId, 500)
  expect(await obstaclesOf()).toEqual(['closing_money_left'])
  expect(codeOf(await close(token))).toBe('closing_money_left')
  await moveMoney(`withdraw:test${playerId}`, { playerId, kind: 'cash' }, { playerId, kind: 'hold' }, 500)
  expect(codeOf(await close(token))).toBe('closing_withdrawal_open')
  await ownerOf(deps.db)`
    insert into cashier_order (id, pay_no, rail, provider, charge_ref, player_id, amount_cents, status, br_code, expires_at,
                               discount_cents, wants_bonus_grant, first_bonus_grant_cents, later_bonus_grant_cents, main_times, bonus_times)
    values (${'a'.repeat(32)}, ${'d'.repeat(32)}, 'pix', 'test', ${'b'.repeat(32)}, ${playerId}, 1000, 'open', 'code', now() + interval '1 hour', 0, false, 0, 0, 1, 1)`
  expect(codeOf(await close(token))).toBe('closing_topup_open')
  expect(await obstaclesOf()).toEqual(['closing_topup_open', 'closing_withdrawal_open'])
  expect(await closingOf(playerId)).toEqual([])
})

/** What stands in the way, and whether the rest may be withdrawn. */
const closingFor = async (token: string) =>
  (await harness.get('/api/app/user/closing', token)).json<{
    data: { obstacles: { code: string }[]; mayWithdrawRest: boolean }
  }>().data
const withdrawRest = (token: string, pwd = GOOD) =>
  harness.post('/api/app/user/withdrawRest', { pwd }, { token })
const withdrawalsOf = (playerId: number) => harness.deps.db<{ cents: number; payee: string }[]>`
  select amount_cents as cents, pay_card_no as payee from cashier_withdrawal where player_id = ${playerId} order by 1`

test('a player who closes the account withdraws a rest below the minimum to the own CPF, once a month, and then closes it', async () => {
  const { token, playerId } = await newPlayer({ cpf: '24843803480' })
  expect(codeOf(await withdrawRest(token))).toBe('withdraw_nothing')
  await harness.giveCash(playerId, 1_234)
  expect(await closingFor(token)).toMatchObject({ mayWithdrawRest: true })
  expect(codeOf(await withdrawRest(token, 'another password of nobody'))).toBe('wrong_password')
  const answers = await Promise.all(Array.from({ length: 5 }, () => withdrawRest(token)))
  expect(answers.some(({ statusCode }) => statusCode === 200)).toBe(true)
  expect(await withdrawalsOf(playerId)).toEqual([{ cents: 1_234, payee: '24843803480' }])
  const held = await closingFor(token)
  expect(held.obstacles.map(({ code }) => code)).toEqual(['closing_withdrawal_open'])
  await moveMoney(`payout:rest${playerId}`, { playerId, kind: 'hold' }, 'opening', 1_234)
  // More of it came: this month the rest was taken.
  await harness.giveCash(playerId, 777)
  expect(codeOf(await withdrawRest(token))).toBe('closing_rest_taken')
  expect(await withdrawalsOf(playerId)).toHaveLength(1)
  await moveMoney(`gone:rest${playerId}`, { playerId, kind: 'cash' }, 'opening', 777)
  expect((await close(token)).statusCode).toBe(200)
})

test('a rest is not withdrawn for an unidentified player, above the minimum withdrawal, or while something else is open', async () => {
  const unknown = await newPlayer()
  await harness.giveCash(unknown.playerId, 1_000)
  const rich = await newPlayer({ cpf: '15350946056' })
  await harness.giveCash(rich.playerId, 5_000)
  const busy = await newPlayer({ cpf: '39053344705' })
  await harness.giveCash(busy.playerId, 1_000)
  await moveMoney('withdraw:busy', 'opening', { playerId: busy.playerId, kind: 'hold' }, 500)
  for (const { token, playerId } of [unknown, rich, busy]) {
    expect(await closingFor(token)).toMatchObject({ mayWithdrawRest: false })
    expect(codeOf(await withdrawRest(token))).toBe('closing_money_left')
    expect(await withdrawalsOf(playerId)).toEqual([])
  }
})

test('a known obstacle is reported before a password is checked or a code used up', async () => {
  const { token, playerId } = await newPlayer()
  const wrong = { pwd: 'another password of nobody' }
  await moveMoney(`bonus:test${playerId}`, 'gifts', { playerId, kind: 'bonus' }, 700)
  expect(codeOf(await close(token, wrong))).toBe('closing_bonus_left')
  await harness.giveCash(playerId, 100)
  expect(codeOf(await close(token, wrong))).toBe('closing_money_left')
  const exported = (pwd: string) => harness.post('/api/app/user/exportData', { pwd }, { token })
  expect((await exported(GOOD)).statusCode).toBe(200)
  expect(codeOf(await exported(wrong.pwd))).toBe('export_today')
})

test('a USDT transfer seen but not credited yet prevents the closing', async () => {
  const { token, playerId } = await newPlayer()
  const owner = ownerOf(harness.deps.db)
  const account = `0x${'a'.repeat(40)}`
  await owner`
    insert into cashier_usdt_address (network, account, address, player_id, child_index)
    values ('ERC20', ${account}, ${account}, ${playerId}, 1)`
  await owner`
    insert into cashier_usdt_transfer (network, hash, account, contract, nth, player_id, micros, block, block_at, status)
    values ('ERC20', ${`0x${'b'.repeat(64)}`}, ${account}, ${`0x${'c'.repeat(40)}`}, 0, ${playerId}, 5000000, 1, now(), 'seen')`
  expect(codeOf(await close(token))).toBe('closing_topup_open')
  await owner`update cashier_usdt_transfer set status = 'gone' where player_id = ${playerId}`
  expect((await close(token)).statusCode).toBe(200)
})

test('an open bet prevents the closing until it is settled', async () => {
  const { token, playerId } = await newPlayer()
  await ownerOf(harness.deps.db)`
    insert into sportsbook_waiting_bet (player_id, request_id, due_at, cancel_until) values (${playerId}, 'a-bet-that-waits-0', now(), now())`
  expect(codeOf(await close(token))).toBe('closing_bets_open')
})

test('a bonus is forfeited only after a second confirmation, and the ledger holds', async () => {
  const { token, playerId } = await newPlayer()
  await moveMoney(`bonus:test${playerId}`, 'gifts', { playerId, kind: 'bonus' }, 700)
  expect(codeOf(await close(token))).toBe('closing_bonus_left')
  expect((await close(token, { givesUpBonus: true })).statusCode).toBe(200)
  expect((await readBalances(harness.deps.db, [playerId])).get(playerId)).toMatchObject({
    cashCents: 0,
    bonusCents: 0,
  })
  expect(await verifyLedger(harness.deps.db, [])).toEqual([])
})

test('an account that was opened again can be closed again, with another bonus', async () => {
  const { token, playerId, email } = await newPlayer()
  for (const [nth, held] of [token, undefined].entries()) {
    const login = await harness.login(email, GOOD, '10.9.2.1')
    const session = held ?? login.json<{ data: { access_token: string } }>().data.access_token
    await moveMoney(`bonus:test${playerId}:${nth}`, 'gifts', { playerId, kind: 'bonus' }, 700)
    expect((await close(session, { givesUpBonus: true })).statusCode).toBe(200)
    await harness.deps.db.begin((tx) => reopenAccount(tx, playerId))
  }
  expect(await closingOf(playerId)).toEqual([])
  expect((await readBalances(harness.deps.db, [playerId])).get(playerId)).toMatchObject({ bonusCents: 0 })
})

test('a bonus whose requirement is met is own money: it prevents the closing and is not lost', async () => {
  const { token, playerId } = await newPlayer()
  await moveMoney(`bonus:test${playerId}`, 'gifts', { playerId, kind: 'bonus' }, 700)
  await ownerOf(harness.deps.db)`
    insert into wagering_requirement (player_id, source, source_id, main_cents, bonus_cents, bonus_grant_cents,
                                      from_contributed_e4, until_contributed_e4, status, closed_at)
    values (${playerId}, 'topup', 'met', 0, 1400, 700, 0, 14000000, 'met', now())`
  expect(codeOf(await close(token, { givesUpBonus: true }))).toBe('closing_money_left')
  expect(await closingOf(playerId)).toEqual([])
})

test('a person who is excluded cannot register anew with the CPF once the account is closed; others can', async () => {
  const excluded = await newPlayer({ cpf: '52998224725' })
  await takeTestBreak(harness.deps, excluded.playerId, 'exclusion')
  await close(excluded.token)
  const free = await newPlayer({ cpf: '11144477735' })
  await close(free.token)
  const hashes = await harness.deps.db<
    { hash: string }[]
  >`select cpf_hash as hash from protection_excluded_person`
  expect(hashes).toHaveLength(1)
  expect(JSON.stringify(hashes)).not.toContain('52998224725')
  const again = (cardNo: string) =>
    harness.register(`again-${cardNo}@example.com`, { name: 'Ana Souza', cardNo }, '10.9.1.1')
  expect(codeOf(await again('529.982.247-25'))).toBe('cannot_register')
  expect((await again('11144477735')).statusCode).toBe(200)
  const later = await newPlayer()
  const kyc = { name: 'Ana Souza', cardNo: '52998224725' }
  expect((await harness.post('/api/app/user/updateKyc', kyc, { token: later.token })).statusCode).toBe(200)
  const breaks = await harness.deps.db`
    select kind from protection_break where player_id = ${later.playerId}`
  expect(breaks).toEqual([{ kind: 'exclusion' }])
})

test('a time-out goes on in an account that gives the CPF later, and also in one that gives it as the first one closes', async () => {
  const cpf = '86288366757'
  const first = await newPlayer({ cpf })
  await takeTestBreak(harness.deps, first.playerId, 'time_out')
  const endOf = async (playerId: number) => {
    const rows = await harness.deps.db<{ kind: string; endsAt: Date }[]>`
      select kind, ends_at as "endsAt" from protection_break
       where player_id = ${playerId} and kind = 'time_out' order by ends_at desc limit 1`
    return rows[0]?.endsAt
  }
  const [end, inBetween] = [await endOf(first.playerId), await newPlayer()]
  const kyc = { name: 'Ana Souza', cardNo: cpf }
  const identify = (token: string) => harness.post('/api/app/user/updateKyc', kyc, { token })
  const [closed, identified] = await Promise.all([close(first.token), identify(inBetween.token)])
  expect([closed.statusCode, identified.statusCode]).toEqual([200, 200])
  const later = await newPlayer()
  expect((await identify(later.token)).statusCode).toBe(200)
  for (const { playerId } of [inBetween, later])
    expect(Number(await endOf(playerId))).toBeGreaterThanOrEqual(Number(end))
  const reported = await harness.deps.db<{ events: { playerId: number; kind: string }[] }[]>`
    select events::json from platform_outbox where topic = 'break.begun'`
  const heard = reported.flatMap(({ events }) => events.map(({ playerId }) => playerId))
  expect(heard).toEqual(expect.arrayContaining([inBetween.playerId, later.playerId]))
  expect(
    codeOf(await harness.register('anew@example.com', { name: 'Ana Souza', cardNo: cpf }, '10.9.1.2')),
  ).toBe('cannot_register')
  const kept = await harness.deps.db`select kind, ends_at from protection_kept_break`
  expect(kept).toEqual([{ kind: 'time_out', ends_at: end }])
})

test('breaks of an account closed by an older version apply to its person, once its closing hour is over', async () => {
  const { deps } = harness
  const cpf = '28625587887'
  const hashes = await deps.db<{ hash: string }[]>`select cpf_hash as hash from protection_kept_break`
  const first = await newPlayer({ cpf })
  await takeTestBreak(deps, first.playerId, 'time_out')
  await deps.db`insert into protection_break (player_id, kind, product, policy_version, ends_at)
                values (${first.playerId}, 'block', 'games', 'test', now() + interval '60 days')`
  expect((await close(first.token)).statusCode).toBe(200)
  const owner = ownerOf(deps.db)
  const keptNow = () =>
    deps.db<{ kind: string; endsAt: Date }[]>`
      select kind, ends_at as "endsAt" from protection_kept_break
       where not cpf_hash = any(${hashes.map(({ hash }) => hash)}::text[]) order by kind`
  const before = await keptNow()
  expect(before).toMatchObject([{ kind: 'block' }, { kind: 'time_out' }])
  // As the version before left it: nothing of it is kept.
  await owner`delete from protection_kept_break where not cpf_hash = any(${hashes.map(({ hash }) => hash)}::text[])`
  const keeping = { policyVersion: 'test', readProven: async () => new Set<number>() }
  await keepClosedBreaks(deps, keeping)
  expect(await keptNow()).toEqual([])
  const second = await newPlayer({ cpf })
  await owner`update identity_player set closed_at = closed_at - interval '3 hours' where id = ${first.playerId}`
  await Promise.all(Array.from({ length: 5 }, () => keepClosedBreaks(deps, keeping)))
  expect(await keptNow()).toEqual(before)
  // Nor is a shorter one of the same kind enough.
  await owner`update protection_kept_break set ends_at = now() + interval '1 minute'
               where not cpf_hash = any(${hashes.map(({ hash }) => hash)}::text[])`
  await keepClosedBreaks(deps, keeping)
  expect(await keptNow()).toEqual(before)
  const shared = await deps.db<{ kind: string }[]>`
    select kind from protection_break where player_id = ${second.playerId} order by kind`
  expect(shared).toEqual([{ kind: 'block' }, { kind: 'time_out' }])
  expect(
    codeOf(await harness.register('before@example.com', { name: 'Ana Souza', cardNo: cpf }, '10.9.1.3')),
  ).toBe('cannot_register')
})

test('another open account of an excluded person is excluded as the first one closes', async () => {
  const first = await newPlayer({ cpf: '39053344705' })
  const second = await newPlayer({ cpf: '39053344705' })
  const other = await newPlayer({ cpf: '15350946056' })
  await takeTestBreak(harness.deps, first.playerId, 'exclusion')
  expect((await close(first.token)).statusCode).toBe(200)
  const breaks = await harness.deps.db`
    select player_id as "playerId", kind, ends_at from protection_break
     where player_id = any(${[second.playerId, other.playerId]}::bigint[])`
  const [exclusion] = await harness.deps.db<{ ends_at: Date }[]>`
    select ends_at from protection_break where player_id = ${first.playerId} and kind = 'exclusion'`
  expect(breaks).toEqual([{ playerId: second.playerId, kind: 'exclusion', ...exclusion }])
})

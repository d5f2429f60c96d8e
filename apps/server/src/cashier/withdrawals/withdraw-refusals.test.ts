import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import type { Deps } from '../../platform/deps.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { policyOf } from '../../protection/index.ts'
import { move, lockAccounts, post } from '../../ledger/index.ts'
import { cashierOf } from '../cashier-of.ts'
import { openChain } from '../rails/chain.ts'
import { provenSessions, sameTerms, testNeeds } from '../testing/harness.ts'
import { balancesOf, freshCpf, giveCash, newPlayer } from '../testing/players.ts'
import { readWithdrawLimits } from './read-limits.ts'
import { requestWithdrawals } from './request-withdrawals.ts'
import type { RequestWithdrawal } from './rules.ts'

let deps: Deps
let close: () => Promise<void>
/** The games that players are in. */
const playing = new Map<number, { code: string; name: string | null }[]>()

beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})

afterAll(() => close())

const cashierUnder = (profile: 'spec' | 'br-spa') =>
  cashierOf(
    // A metric can be registered only once, so each module has its own registry.
    { ...deps, metrics: openMetrics() },
    { ...testNeeds(policyOf({ COMPLIANCE_PROFILE: profile })), inGame: async () => playing },
  ).cashier

const request = (playerId: number, more: Partial<RequestWithdrawal>): RequestWithdrawal => ({
  playerId,
  sessionId: 1,
  method: 'CPF',
  payCardNo: freshCpf(),
  holderName: 'Ana',
  whatsapp: '',
  amountCents: 10_000,
  ...more,
})

const limitsOf = async (playerId: number, profile: 'spec' | 'br-spa') => {
  const [limits] = await readWithdrawLimits(cashierUnder(profile), [playerId])
  if (!limits) throw new Error('every player has limits')
  return limits
}

const refusalOf = async (wish: RequestWithdrawal, profile: 'spec' | 'br-spa' = 'spec') => {
  const [answer] = await requestWithdrawals(cashierUnder(profile), [wish])
  return answer?.ok ? 'accepted' : answer?.refusal
}

const rich = async (cents: number, options: Parameters<typeof newPlayer>[1] = {}) => {
  const player = await newPlayer(deps, options)
  await giveCash(deps, player.playerId, cents)
  return player
}

test('a request id belongs to one withdrawal for ever: refuses it with another amount or key', async () => {
  const { playerId, cpf } = await rich(50_000)
  const wish = request(playerId, { payCardNo: cpf, requestId: 'one-wish-of-a-player' })
  expect(await refusalOf(wish)).toBe('accepted')
  expect(await refusalOf(wish)).toBe('accepted')
  const other = { code: 'request_mismatch' }
  expect(await refusalOf({ ...wish, amountCents: 10_001 })).toMatchObject(other)
  expect(await refusalOf({ ...wish, payCardNo: freshCpf() })).toMatchObject(other)
  expect((await balancesOf(deps, playerId)).cashCents).toBe(40_000)
})

test('31.7 a withdrawal first requested without an id gets the id of its repeat', async () => {
  const { playerId, cpf } = await rich(50_000)
  const wish = request(playerId, { payCardNo: cpf })
  expect(await refusalOf(wish)).toBe('accepted')
  const named = { ...wish, requestId: 'the-same-wish-by-name' }
  expect(await refusalOf(named)).toBe('accepted')
  expect((await balancesOf(deps, playerId)).cashCents).toBe(40_000)
  for (const other of [{ amountCents: 10_001 }, { holderName: 'Bia' }, { whatsapp: '11987654321' }])
    expect(await refusalOf({ ...named, ...other })).toMatchObject({ code: 'request_mismatch' })
  expect(await refusalOf(named)).toBe('accepted')
  expect((await balancesOf(deps, playerId)).cashCents).toBe(40_000)
})

test('refuses in the order of the specification: open round, none left, nothing, too little, too much', async () => {
  const { playerId } = await rich(20_000)
  playing.set(playerId, [{ code: 'mines', name: null }])
  expect(await refusalOf(request(playerId, { amountCents: 1 }))).toMatchObject({ code: 'withdraw_locked' })
  expect(await limitsOf(playerId, 'spec')).toMatchObject({
    lock: true,
    openGames: [{ code: 'mines', name: null }],
  })
  playing.delete(playerId)
  expect(await refusalOf(request(playerId, { amountCents: 4_999 }))).toEqual({
    code: 'withdraw_below_min',
    values: { minCents: 5_000 },
  })
  expect(await refusalOf(request(playerId, { amountCents: 20_001 }))).toEqual({
    code: 'withdraw_above_max',
    values: { maxCents: 20_000 },
  })
  const poor = await newPlayer(deps)
  expect(await refusalOf(request(poor.playerId, {}))).toMatchObject({ code: 'withdraw_nothing' })
  expect(await refusalOf(request(playerId, {}))).toBe('accepted')
  expect(await refusalOf(request(playerId, { amountCents: 1 }))).toMatchObject({ code: 'withdraw_none_left' })
})

test('concurrent requests together pay out no more than the maximum of a withdrawal', async () => {
  const { playerId } = await rich(5_000_050)
  expect(await refusalOf(request(playerId, { amountCents: 1_000_001 }))).toEqual({
    code: 'withdraw_above_max',
    values: { maxCents: 1_000_000 },
  })
})

test('refuses a wrong key, USDT, and a player without KYC', async () => {
  const { playerId } = await rich(20_000)
  expect(await refusalOf(request(playerId, { payCardNo: '11111111111' }))).toMatchObject({
    code: 'withdraw_invalid_key',
  })
  expect(await refusalOf(request(playerId, { method: 'CNPJ' }))).toMatchObject({
    code: 'withdraw_invalid_key',
  })
  expect(await refusalOf(request(playerId, { method: 'USDT', payCardNo: 'T' }))).toMatchObject({
    code: 'withdraw_method_closed',
  })
  const stranger = await rich(20_000, { isIdentified: false })
  expect(await refusalOf(request(stranger.playerId, {}))).toMatchObject({ code: 'kyc_needed' })
})

test('S12: pays to a key that the player never withdrew to only if the password was just re-entered', async () => {
  const { playerId } = await rich(50_000)
  const many = sameTerms({ withdrawalsADay: 9, feeBps: 0 })
  const needs = { ...testNeeds(), readVipTerms: many, proofs: provenSessions([1]) }
  const { cashier } = cashierOf({ ...deps, metrics: openMetrics() }, needs)
  const payCardNo = freshCpf()
  const wish = (amountCents: number, more: Partial<RequestWithdrawal> = {}) =>
    request(playerId, { payCardNo, amountCents, sessionId: 2, ...more })
  const asked = async (...wishes: RequestWithdrawal[]) => {
    const answers = await requestWithdrawals(cashier, wishes)
    return answers.map((answer) => (answer.ok ? 'accepted' : answer.refusal.code))
  }
  // The specification's checks come first, with their usual results.
  expect(await asked(wish(4_999), wish(60_000), wish(5_000, { payCardNo: '11111111111' }))).toEqual([
    'withdraw_below_min',
    'withdraw_above_max',
    'withdraw_invalid_key',
  ])
  expect(await asked(wish(5_000))).toEqual(['password_needed'])
  expect((await balancesOf(deps, playerId)).cashCents).toBe(50_000) // nothing is held
  // The password counts for its own session only; from then on the key is known in all sessions.
  expect(await asked(wish(5_100), wish(5_200, { sessionId: 1 }), wish(5_300))).toEqual([
    'password_needed',
    'accepted',
    'accepted',
  ])
  expect(await asked(wish(5_400))).toEqual(['accepted'])
  expect(await asked(wish(5_500, { payCardNo: freshCpf() }))).toEqual(['password_needed'])
})

test('a request too small for the network makes no key known: the next in the same list needs password and factor', async () => {
  const { playerId } = await rich(50_000, { lx: '20' })
  const rateAt = new Date('2026-11-01')
  const quote = { rateE4: 50_000, rateAt, expiresAt: rateAt, valid: [], expired: [] }
  const chain = openChain('http://127.0.0.1:9', 100) // nothing is sent here
  const signer = { address: async () => `0x${'1'.repeat(40)}`, sign: () => Promise.reject(new Error('no')) }
  const spent: number[] = []
  const { cashier } = cashierOf(
    { ...deps, metrics: openMetrics() },
    {
      ...testNeeds(),
      settings: { withdrawMinCents: 100 },
      usdt: {
        quotes: { read: async () => quote },
        works: {
          signer,
          chains: { TRC20: chain, ERC20: chain },
          confirmations: { TRC20: 3, ERC20: 3 },
          stuckSeconds: 60,
          maxFeeWei: 1,
        },
        chains: undefined,
        addresses: undefined,
      },
      proofs: {
        read: async () =>
          new Map([
            [1, { hasPassword: true, factor: 'given', hasEmail: true }],
            [2, { hasPassword: false, factor: 'given', hasEmail: true }],
            [3, { hasPassword: true, factor: 'missing', hasEmail: true }],
          ]),
        spend: async (_tx, sessionIds) => void spent.push(...sessionIds),
      },
    },
  )
  const wish = (amountCents: number, sessionId: number) =>
    request(playerId, {
      method: 'USDT',
      payCardNo: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
      amountCents,
      sessionId,
    })
  const answers = await requestWithdrawals(cashier, [
    wish(500, 1),
    wish(5_000, 2),
    wish(5_000, 3),
    wish(5_000, 1),
  ])
  expect(answers.map((answer) => (answer.ok ? 'accepted' : answer.refusal.code))).toEqual([
    'withdraw_below_min',
    'password_needed',
    'step_up_needed',
    'accepted',
  ])
  expect(spent).toEqual([1])
})

test('never pays out a test account', async () => {
  const { playerId } = await rich(20_000, { isTest: true })
  expect(await refusalOf(request(playerId, {}))).toMatchObject({ code: 'blocked_by_policy' })
})

test('refuses while the player has a debt from a reversed top-up', async () => {
  const { playerId } = await rich(20_000)
  await deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId], ['cash', 'bonus', 'debt'])
    move(batch, { key: `owed:${playerId}`, from: { playerId, kind: 'debt' }, to: 'pix_in', cents: 100 })
    await post(tx, batch)
  })
  expect(await refusalOf(request(playerId, {}))).toMatchObject({ code: 'owes_money' })
})

test('pays only to the own CPF, without fee and without counting, where the law requires it', async () => {
  const { playerId, cpf } = await rich(50_000)
  expect(await refusalOf(request(playerId, {}), 'br-spa')).toMatchObject({ code: 'withdraw_own_cpf_only' })
  expect(
    await refusalOf(request(playerId, { method: 'CNPJ', payCardNo: '12ABC34501DE35' }), 'br-spa'),
  ).toMatchObject({
    code: 'withdraw_method_closed',
  })
  for (const amountCents of [10_000, 11_000, 12_000]) {
    expect(await refusalOf(request(playerId, { payCardNo: cpf, amountCents }), 'br-spa')).toBe('accepted')
  }
  const fees = await deps.db<{ fee: number }[]>`
    select fee_cents as fee from cashier_withdrawal where player_id = ${playerId}`
  expect(fees.map(({ fee }) => fee)).toEqual([0, 0, 0])
  expect(await limitsOf(playerId, 'br-spa')).toMatchObject({
    number: 99,
    serviceAmount: 0,
    cardInfo: { CHANNEL: ['CPF'] },
  })
})

type Kept = { payCardNo: string; name: string }

/** The name and the key of the player's last withdrawal, as they were stored. */
const lastPayee = async (playerId: number): Promise<Kept | undefined> => {
  const [row] = await deps.db<Kept[]>`
    select pay_card_no as "payCardNo", holder_name as name
      from cashier_withdrawal where player_id = ${playerId}
     order by requested_at desc limit 1`
  return row
}

test('pays and stores the person of the KYC where only the player may be paid, whatever name was typed', async () => {
  const { playerId, cpf } = await rich(50_000)
  const wish = request(playerId, { payCardNo: cpf, holderName: 'Bruno Lima' })
  expect(await refusalOf(wish, 'br-spa')).toBe('accepted')
  const own = { payCardNo: cpf, name: 'Ana Souza' }
  expect(await lastPayee(playerId)).toEqual(own)
  // Stored details appear under the profile that shows them.
  expect((await limitsOf(playerId, 'spec')).cardInfo.CPF).toMatchObject(own)
})

test('forgets another person’s details from the time when anybody could be paid', async () => {
  const { playerId, cpf } = await rich(50_000)
  const other = freshCpf()
  expect(await refusalOf(request(playerId, { payCardNo: other, holderName: 'Bruno Lima' }))).toBe('accepted')
  const bruno = { payCardNo: other, name: 'Bruno Lima' }
  expect(await lastPayee(playerId)).toEqual(bruno)
  expect((await limitsOf(playerId, 'spec')).cardInfo.CPF).toMatchObject(bruno)
  expect((await limitsOf(playerId, 'br-spa')).cardInfo).toEqual({
    CPF: { ifsc: cpf, payCardNo: cpf, name: 'Ana Souza', whatsapp: '' },
    CHANNEL: ['CPF'],
  })
})

test('shows no card where only the own CPF is paid and it is not known yet', async () => {
  const { playerId } = await newPlayer(deps, { isIdentified: false })
  const { cardInfo } = await limitsOf(playerId, 'br-spa')
  expect(cardInfo).toEqual({ CHANNEL: ['CPF'] })
})

test('shows the limits of a new player in reais', async () => {
  const { playerId, cpf } = await newPlayer(deps)
  expect(await limitsOf(playerId, 'spec')).toEqual({
    limitAmount: '50',
    maxAmount: 10_000,
    number: 1,
    owed: 0,
    lock: false,
    openGames: [],
    wdAmount: 0,
    usdtRate: 0,
    usdtRateAt: null,
    serviceAmount: 0.03,
    transfer: null,
    cardInfo: {
      CPF: { ifsc: cpf, payCardNo: cpf, name: 'Ana Souza', whatsapp: '' },
      CHANNEL: ['CPF', 'CNPJ'],
    },
  })
})

test.each([
  { to: 'somebody else', isOwn: false, hours: 23 },
  { to: 'the own CPF', isOwn: true, hours: null },
])(
  'S12: an hour after another password or e-mail a withdrawal to $to waits $hours hours',
  async ({ isOwn, hours }) => {
    const { playerId, cpf } = await rich(100_000)
    await deps.db`update identity_player set secured_at = now() - interval '1 hour' where id = ${playerId}`
    expect(await refusalOf(request(playerId, { payCardNo: isOwn ? cpf : freshCpf() }))).toBe('accepted')
    const rows = await deps.db<{ hours: number | null }[]>`
    select round(extract(epoch from waits_until - now()) / 3600)::int as hours
      from cashier_withdrawal where player_id = ${playerId}`
    expect(rows).toEqual([{ hours }])
  },
)

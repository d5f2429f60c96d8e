import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { addr } from 'micro-eth-signer'
import { verifyLedger } from '../../ledger/index.ts'
import { insertDenied as denyAddress } from '../rails/queries.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { cashierOf } from '../cashier-of.ts'
import { cashierClearing } from '../queries.ts'
import { sameTerms, testNeeds, startHarness, type Harness } from '../testing/harness.ts'
import { balancesOf, giveCash, newPlayer, type TestPlayer } from '../testing/players.ts'
import { endWithdrawals } from './end-withdrawals.ts'
import { claimToSend } from './payout-queries.ts'
import { readWithdrawLimits } from './read-limits.ts'
import { until } from '../../../../../tools/test/until.ts'

const TRC20 = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'
const ERC20 = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

let harness: Harness

beforeAll(async () => {
  harness = await startHarness({
    needs: {
      readVipTerms: sameTerms({ withdrawalsADay: 9, feeBps: 250 }),
      settings: {
        reconcileEveryMs: 3_600_000,
        payoutQuietSeconds: 1,
        bankTimeoutMs: 10_000,
        leaseSeconds: 60,
        usdtConfirmations: { TRC20: 3, ERC20: 3 },
        usdtStuckSeconds: 1,
      },
    },
  })
})

beforeEach(async () => {
  await harness.bank.disarm()
  for (const network of ['TRC20', 'ERC20']) await chain(network, { feeGwei: 1, isHeld: false, reverts: 0 })
  await harness.bank.post('/sandbox/quotes/usdt', { rate: '5.0000' })
})

afterAll(() => harness.close())

type Mined = { hash: string; recipient: string; micros: number; feeWei: number }
type ChainState = { head: number; pool: Mined[]; mined: Mined[] }

const chain = async (network: string, change: object): Promise<ChainState> =>
  (await harness.bank.post(`/sandbox/chain/${network}`, change)).body as unknown as ChainState
const atChain = async (network = 'TRC20'): Promise<ChainState> => chain(network, {})

const rich = async (lx = '20'): Promise<TestPlayer> => {
  const player = await newPlayer(harness.deps, { lx })
  await giveCash(harness.deps, player.playerId, 50_000)
  return player
}

const withdraw = ({ playerId }: TestPlayer, amount: number, more: object = {}) =>
  harness.call(playerId, 'POST', '/api/app/order/withdraw', {
    payCardBank: 'USDT',
    payCardNo: TRC20,
    ifsc: '5',
    name: '',
    amount,
    whatsapp: '',
    ...more,
  })

type Row = { id: string; status: string; rate: number; micros: number; ref: string | null; network: string }

const rowOf = async (playerId: number): Promise<Row | undefined> => {
  const rows = await harness.deps.db<Row[]>`
    select id, status, usdt_rate_e4 as rate, usdt_micros as micros, provider_ref as ref, network
      from cashier_withdrawal where player_id = ${playerId}`
  return rows[0]
}

const untilStatus = (playerId: number, status: string) =>
  until(`the withdrawal is ${status}`, async () => {
    await harness.deps.db`update cashier_withdrawal set try_at = now() where status in ('sent', 'unknown')`
    return (await rowOf(playerId))?.status === status
  })

const sentTo = async (playerId: number, network = 'TRC20') => {
  const { mined } = await atChain(network)
  const row = await rowOf(playerId)
  return mined.filter(({ micros }) => micros === row?.micros)
}

test('1.06 7.21 sends USDT at the shown rate, and books what the chain mined', async () => {
  const player = await rich()
  const { data } = await harness.call(player.playerId, 'GET', '/api/app/order/getWithdraw')
  expect(data).toMatchObject({
    usdtRate: 5,
    serviceAmount: 0.025,
    cardInfo: { CHANNEL: ['CPF', 'CNPJ', 'USDT'] },
  })
  expect((await withdraw(player, 200)).http).toBe(200)
  expect((await balancesOf(harness.deps, player.playerId)).cashCents).toBe(30_000)
  await untilStatus(player.playerId, 'paid')
  // R$ 200 less 2.5 % is R$ 195: 39 USDT at R$ 5, less the network fee of one.
  const row = await rowOf(player.playerId)
  expect(row).toMatchObject({ rate: 50_000, micros: 38_000_000, network: 'TRC20' })
  expect(await sentTo(player.playerId)).toMatchObject([
    { hash: row?.ref, micros: 38_000_000, recipient: expect.stringMatching(/^0x[0-9a-f]{40}$/) as string },
  ])
  const records = await harness.call(player.playerId, 'GET', '/api/app/order/records')
  expect(records.data['records']).toMatchObject([
    {
      type: '11',
      status: '10',
      amountCents: 20_000,
      feeCents: 500,
      method: 'USDT',
      payTo: 'TQn9Y2…bLSE',
      usdt: { amount: '38.000000', rate: '5.0000', network: 'TRC20', hash: row?.ref },
    },
  ])
  const limits = await harness.call(player.playerId, 'GET', '/api/app/order/getWithdraw')
  expect(limits.data['cardInfo']).toMatchObject({ USDT: { payCardNo: TRC20, network: 'TRC20' } })
})

test('7.22 stores its own rate, whatever the client says, and honours one shown shortly before', async () => {
  const [liar, looker] = [await rich(), await rich()]
  await harness.call(looker.playerId, 'GET', '/api/app/order/getWithdraw')
  expect((await withdraw(liar, 100, { ifsc: '0.01' })).http).toBe(200)
  expect(await rowOf(liar.playerId)).toMatchObject({ rate: 50_000 })
  await harness.bank.post('/sandbox/quotes/usdt', { rate: '6.0000' })
  await harness.deps.db`
    insert into cashier_usdt_quote (rate_e4, source, rate_at, expires_at)
    values (60000, 'test', now(), now() + interval '1 second')`
  expect((await withdraw(looker, 100)).http).toBe(200)
  expect(await rowOf(looker.playerId)).toMatchObject({ rate: 50_000 })
  await untilStatus(liar.playerId, 'paid')
  await untilStatus(looker.playerId, 'paid')
})

test('refuses a shown rate that has moved against the player since, instead of replacing it', async () => {
  const player = await rich()
  await harness.call(player.playerId, 'GET', '/api/app/order/getWithdraw')
  await harness.deps.db`
    insert into cashier_usdt_quote (rate_e4, source, rate_at, expires_at)
    values (45000, 'test', now(), now() - interval '5 minutes')`
  expect((await withdraw(player, 100, { ifsc: '4.5' })).data).toMatchObject({ code: 'withdraw_rate_moved' })
  expect(await balancesOf(harness.deps, player.playerId)).toMatchObject({ cashCents: 50_000 })
})

test('6.06 refuses USDT to players without the feature, and invalid addresses', async () => {
  const other = await rich('0')
  expect((await withdraw(other, 100)).data).toMatchObject({ code: 'withdraw_method_closed' })
  const limits = await harness.call(other.playerId, 'GET', '/api/app/order/getWithdraw')
  expect(limits.data).toMatchObject({ usdtRate: 0, cardInfo: { CHANNEL: ['CPF', 'CNPJ'] } })
  const player = await rich()
  for (const payCardNo of [
    'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSF',
    '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD',
    '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    `0x${'0'.repeat(40)}`,
    'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  ]) {
    expect((await withdraw(player, 100, { payCardNo })).data).toMatchObject({ code: 'withdraw_invalid_key' })
  }
})

test('pays nothing to a denied address or to the house’s own wallet', async () => {
  const player = await rich()
  const stolen = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'
  const deny = { address: stolen.toLowerCase(), reason: 'stolen', operatorId: 1 }
  await harness.deps.db.begin((tx) => denyAddress(tx, deny))
  await harness.deps.db.begin((tx) => denyAddress(tx, deny))
  // The wallet is created with the first payout.
  await withdraw(player, 60)
  await untilStatus(player.playerId, 'paid')
  const wallets = await harness.deps.db<{ address: string }[]>`
    select address from cashier_usdt_wallet where network = 'TRC20'`
  const own = addr.addChecksum(wallets[0]?.address ?? '')
  for (const payCardNo of [stolen, own]) {
    const other = await rich()
    expect((await withdraw(other, 100, { payCardNo })).data).toMatchObject({ code: 'withdraw_invalid_key' })
  }
})

test('pays nothing to an address denied while the payout waits, and returns the money', async () => {
  const player = await rich()
  const payCardNo = '0xde709f2102306220921060314715629080e2fb77'
  harness.cashier.haltPayouts(true)
  expect((await withdraw(player, 100, { payCardNo })).http).toBe(200)
  const deny = { address: payCardNo, reason: 'stolen', operatorId: 1 }
  await harness.deps.db.begin((tx) => denyAddress(tx, deny))
  harness.cashier.haltPayouts(false)
  await untilStatus(player.playerId, 'failed')
  expect((await balancesOf(harness.deps, player.playerId)).cashCents).toBe(50_000)
  const { data } = await harness.call(player.playerId, 'GET', '/api/app/order/records')
  expect(data['records']).toMatchObject([{ status: '-01', reason: 'refused' }])
})

test('sends nothing for a payout that ended while its worker stood still', async () => {
  const player = await rich()
  harness.cashier.haltPayouts(true)
  await withdraw(player, 100)
  const { cashier } = cashierOf({ ...harness.deps, metrics: openMetrics() }, testNeeds())
  const [row] = await claimToSend(harness.deps.db, { max: 1, leaseSeconds: 3600, providers: ['pix'] })
  if (!row) throw new Error('it is claimed')
  const end = { id: row.id, playerId: row.playerId, status: 'failed', why: '', providerRef: null } as const
  await endWithdrawals(cashier, [end])
  expect(await cashier.rails.usdt.createPayout({ ...row, payoutId: row.id })).toMatchObject({
    kind: 'unknown',
  })
  const attempts = await harness.deps.db`
    select 1 from cashier_usdt_transaction where payout_id = ${row.id}`
  expect(attempts).toEqual([])
  expect((await balancesOf(harness.deps, player.playerId)).cashCents).toBe(50_000)
  harness.cashier.haltPayouts(false)
})

test('sends the payment again, once, after a reorganisation removed its block', async () => {
  const player = await rich()
  await withdraw(player, 111, { payCardNo: ERC20 })
  await until('in a block', async () => (await sentTo(player.playerId, 'ERC20')).length === 1)
  await chain('ERC20', { isHeld: true })
  await harness.bank.post('/sandbox/chain/ERC20/reorg', { depth: 50, loses: true })
  expect(await sentTo(player.playerId, 'ERC20')).toEqual([])
  expect((await rowOf(player.playerId))?.status).not.toBe('paid')
  await until('out again', async () => {
    await harness.deps.db`update cashier_withdrawal set try_at = now() where status in ('sent', 'unknown')`
    return (await atChain('ERC20')).pool.length === 1
  })
  await chain('ERC20', { isHeld: false })
  await untilStatus(player.playerId, 'paid')
  expect(await sentTo(player.playerId, 'ERC20')).toHaveLength(1)
})

test('replaces a transaction that waits too long, with a higher fee and the same nonce', async () => {
  const player = await rich()
  await chain('ERC20', { isHeld: true })
  await withdraw(player, 112, { payCardNo: ERC20 })
  await until('waiting', async () => (await atChain('ERC20')).pool.length === 1)
  await chain('ERC20', { isHeld: false, feeGwei: 5 })
  await untilStatus(player.playerId, 'paid')
  expect(await sentTo(player.playerId, 'ERC20')).toMatchObject([{ feeWei: 5_000_000_000 }])
  const row = await rowOf(player.playerId)
  const attempts = await harness.deps.db<{ nonce: number; hash: string }[]>`
    select nonce, hash from cashier_usdt_transaction where payout_id = ${row?.id ?? ''} order by attempt`
  expect(new Set(attempts.map(({ nonce }) => nonce)).size).toBe(1)
  expect(attempts.at(-1)?.hash).toBe(row?.ref)
})

test('returns the money of a transfer that was mined and reverted', async () => {
  const player = await rich()
  await chain('TRC20', { reverts: 1 })
  await withdraw(player, 113)
  await untilStatus(player.playerId, 'failed')
  expect((await balancesOf(harness.deps, player.playerId)).cashCents).toBe(50_000)
})

test.each(['before', 'after'])('a node that breaks off %s accepting it sends once', async (when) => {
  const player = await rich()
  await harness.bank.arm({ kind: 'api_timeout', when, how: 'drop', on: ['chain.call'], times: 6 })
  await withdraw(player, when === 'before' ? 114 : 115)
  await untilStatus(player.playerId, 'paid')
  expect(await sentTo(player.playerId)).toHaveLength(1)
})

test('refuses USDT withdrawals without a price, and keeps the other methods open', async () => {
  const player = await rich()
  await harness.bank.post('/sandbox/quotes/usdt', { rate: '5.0000', isSilent: true })
  await ownerOf(harness.deps.db)`delete from cashier_usdt_quote`
  expect((await withdraw(player, 100)).data).toMatchObject({ code: 'usdt_no_rate' })
  const limits = await harness.call(player.playerId, 'GET', '/api/app/order/getWithdraw')
  expect(limits.data).toMatchObject({
    usdtRate: 0,
    usdtRateAt: null,
    cardInfo: { CHANNEL: ['CPF', 'CNPJ'] },
  })
})

describe('a rate that is older than allowed', () => {
  const owned = () => ownerOf(harness.deps.db)

  test('is used in no withdrawal, though its source keeps repeating it', async () => {
    const player = await rich()
    await owned()`delete from cashier_usdt_quote`
    await harness.bank.post('/sandbox/quotes/usdt', { rate: '5.0000', ageSeconds: 301 })
    // After a failure a source is left alone for a while, so this cashier has its own state.
    const { cashier } = cashierOf({ ...harness.deps, metrics: openMetrics() }, testNeeds())
    expect(await readWithdrawLimits(cashier, [player.playerId])).toMatchObject([
      { usdtRate: 0, usdtRateAt: null },
    ])
    expect((await withdraw(player, 100)).data).toMatchObject({ code: 'usdt_no_rate' })
    expect(await balancesOf(harness.deps, player.playerId)).toMatchObject({ cashCents: 50_000 })
  })

  test('is not honoured even if it was shown, and the age of the rate used is shown', async () => {
    const player = await rich()
    await owned()`delete from cashier_usdt_quote`
    await owned()`
      insert into cashier_usdt_quote (rate_e4, source, quoted_at, rate_at, expires_at)
      values (60000, 'test', now() - interval '59 seconds', now() - interval '4 minutes', now() + interval '10 seconds'),
             (50000, 'test', now() - interval '50 seconds', now() - interval '6 minutes', now() + interval '10 seconds')`
    const limits = await harness.call(player.playerId, 'GET', '/api/app/order/getWithdraw')
    expect(limits.data).toMatchObject({ usdtRate: 6 })
    const ageMs = Date.now() - Date.parse(String(limits.data['usdtRateAt']))
    expect(Math.round(ageMs / 60_000)).toBe(4)
    // Better for the player than the current rate, but six minutes old.
    expect((await withdraw(player, 100, { ifsc: '5' })).data).toMatchObject({ code: 'withdraw_rate_moved' })
    expect((await withdraw(player, 100, { ifsc: '6' })).http).toBe(200)
    expect(await rowOf(player.playerId)).toMatchObject({ rate: 60_000 })
  })
})

test('the hot wallet’s key is only in its file, which only its owner can read', async () => {
  const file = readdirSync(harness.bank.folder).find((name) => name.endsWith('.key')) ?? ''
  const key = readFileSync(join(harness.bank.folder, file), 'utf8')
  expect(key).toMatch(/^0x[0-9a-f]{64}$/)
  const rows = await harness.deps.db<{ row: string }[]>`
    select row_to_json(one)::text as row from cashier_usdt_transaction one
    union all select row_to_json(one)::text from cashier_usdt_wallet one`
  expect(rows.length).toBeGreaterThan(3)
  for (const { row } of rows) expect(row).not.toContain(key.slice(2))
})

test('the same request id is the same withdrawal, another id another one', async () => {
  const player = await rich()
  const ask = (requestId: string) =>
    withdraw(player, 60, { payCardBank: 'CPF', payCardNo: player.cpf, requestId })
  const [first, again] = [await ask('a-request-of-mine-1'), await ask('a-request-of-mine-1')]
  expect(again.data).toEqual(first.data)
  const other = await ask('a-request-of-mine-2')
  expect(other.http).toBe(200)
  expect(other.data['orderId']).not.toBe(first.data['orderId'])
})

test('leaves a ledger that holds, with USDT payouts in their own account', async () => {
  expect(await verifyLedger(harness.deps.db, cashierClearing())).toEqual([])
})

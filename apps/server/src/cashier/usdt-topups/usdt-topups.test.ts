import { ownerOf } from '../../../../../tools/test/database.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readUsdtAddress, usdtContract } from '@palpite/money/usdt'
import { makeTransfers, readHouseBalances, verifyLedger } from '../../ledger/index.ts'
import { declareExposure, decideExposure, readExposure } from '../../identity/index.ts'
import { openProtection, policyOf } from '../../protection/index.ts'
import { present, Fault } from '../../platform/errors.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { cashierOf } from '../cashier-of.ts'
import { cashierClearing } from '../queries.ts'
import type { CashierNeeds } from '../cashier.ts'
import { readDeposited } from '../orders/open-orders.ts'
import { testNeeds, startHarness, type Harness } from '../testing/harness.ts'
import { balancesOf, newPlayer, type TestPlayer } from '../testing/players.ts'
import { chainDifferences } from './compare-chains.ts'
import { readUsdtTopUps, showAddress } from './show-address.ts'
import { watchChains } from './watch-chains.ts'
import { claimFollowed, updateTransfer } from './queries.ts'

const settings = {
  takesUsdtTopUps: true,
  usdtConfirmations: { TRC20: 3, ERC20: 3 },
  usdtWatchEveryMs: 3_600_000, // the test runs the job by hand
  reconcileEveryMs: 3_600_000,
  bankTimeoutMs: 10_000,
}

const waiting = { isCredited: false, creditedSince: 0, goneSince: 0 }
let harness: Harness
let watch: () => Promise<void>
let metrics: ReturnType<typeof openMetrics>
let watchMetrics: typeof metrics

/** A second cashier beside the harness's: another server, or one with other terms. */
const besides = (more: Partial<CashierNeeds> = {}) => {
  metrics = openMetrics()
  return cashierOf({ ...harness.deps, metrics }, { ...testNeeds(), settings, ...more })
}

beforeAll(async () => {
  harness = await startHarness({ needs: { settings }, bankEnv: { SANDBOX_BLOCK_MS: '600000' } })
  const { cashier } = besides()
  watch = () => watchChains(cashier)
  watchMetrics = metrics
  await harness.bank.post('/sandbox/quotes/usdt', { rate: '5.0000' })
  // Blocks are made by hand: a paused chain mines nothing by itself.
  for (const network of ['TRC20', 'ERC20']) await onChain(network, '', { isHeld: true })
})

afterAll(() => harness.close())

const onChain = async (network: string, what: string, body: object = {}) =>
  (await harness.bank.post(`/sandbox/chain/${network}${what}`, body)).body

/** Makes blocks; the first one mines the pending transactions. */
const mine = async (network: string, blocks = 1) => {
  await onChain(network, '', { isHeld: false })
  await onChain(network, '/mine', { blocks })
  await onChain(network, '', { isHeld: true })
}

type Network = 'TRC20' | 'ERC20'

const accountOf = (network: Network, address: string): string => {
  const reading = readUsdtAddress(network, address)
  return reading.ok ? `0x${reading.hex.slice(-40)}` : ''
}

const show = async ({ playerId }: TestPlayer, network: Network = 'TRC20') =>
  (await harness.call(playerId, 'POST', '/api/app/order/usdtAddress', { network })).data

const payTo = async (player: TestPlayer, micros: number, more: object = {}, network: Network = 'TRC20') => {
  const { address } = await show(player, network)
  const to = accountOf(network, String(address))
  return String((await onChain(network, '/pay', { to, micros, ...more }))['hash'])
}

const shown = async ({ playerId }: TestPlayer) =>
  (await harness.call(playerId, 'GET', '/api/app/order/usdtTopUps')).data['transfers'] as object[]

const cashOf = async ({ playerId }: TestPlayer) => (await balancesOf(harness.deps, playerId)).cashCents

const topUpsOf = ({ playerId }: TestPlayer) => harness.deps.db<{ cents: number; first: boolean }[]>`
  select amount_cents as cents, is_first as first from cashier_topup where player_id = ${playerId}`

test('a transfer of USDT is shown with its confirmations, and credited once at the rate shown with the address', async () => {
  const player = await newPlayer(harness.deps)
  const first = await show(player)
  expect(first).toMatchObject({ network: 'TRC20', rate: 5, minUsdt: 5, confirmations: 3 })
  expect(readUsdtAddress('TRC20', String(first['address'])).ok).toBe(true)
  expect(await show(player)).toEqual(first) // the same address, and the same rate
  const hash = await payTo(player, 40_000_000)
  await mine('TRC20')
  await watch()
  expect(await shown(player)).toMatchObject([
    { hash, amount: '40.000000', status: 'seen', confirmations: 1, needed: 3, amountCents: null },
  ])
  expect(await cashOf(player)).toBe(0)
  await harness.bank.post('/sandbox/quotes/usdt', { rate: '4.0000' })
  await mine('TRC20', 2)
  await Promise.all([watch(), watch()]) // two servers run the job at once
  await watch()
  expect(await cashOf(player)).toBe(20_000)
  expect(await topUpsOf(player)).toEqual([{ cents: 20_000, first: true }])
  expect(await shown(player)).toMatchObject([{ status: 'credited', amountCents: 20_000 }])
  const { data } = await harness.call(player.playerId, 'GET', '/api/app/order/records')
  const usdt = { amount: '40.000000', rate: '5.0000', network: 'TRC20', hash }
  const record = { type: '10', status: '10', amountCents: 20_000, method: 'USDT', usdt }
  expect(data['records']).toMatchObject([record])
  await harness.bank.post('/sandbox/quotes/usdt', { rate: '5.0000' })
})

test('more USDT than R$ 500.00 of somebody who may be politically exposed waits until an operator has looked', async () => {
  const player = await newPlayer(harness.deps)
  const { deps } = harness
  const declared = { isExposed: true, relation: 'self', office: 'Vereadora' } as const
  await declareExposure(deps, { playerId: player.playerId, ...declared })
  await payTo(player, 100_000_000) // R$ 500.00 at once: as much as by PIX
  await mine('TRC20', 3)
  await watch()
  expect(await cashOf(player)).toBe(50_000)
  // The address is not shown again today, but the player knows it, so transfers may still arrive.
  expect(await show(player)).toMatchObject({ code: 'exposure_review' })
  const [known] = await deps.db<{ account: string }[]>`
    select account from cashier_usdt_address where player_id = ${player.playerId}`
  const hash = String((await onChain('TRC20', '/pay', { to: known?.account, micros: 10_000_000 }))['hash'])
  await mine('TRC20', 3)
  await Promise.all([watch(), watch()])
  expect(await cashOf(player)).toBe(50_000)
  const seen = (await shown(player)).find((one) => 'hash' in one && one.hash === hash)
  expect(seen).toMatchObject({ status: 'seen' })

  const statementId = (await readExposure(deps.db, player.playerId)).statements.at(-1)?.id ?? 0
  const look = { playerId: player.playerId, operatorId: 1, isExposed: true, statementId, note: 'Visto.' }
  expect(await deps.db.begin((tx) => decideExposure(tx, look))).toMatchObject({ ok: true })
  await Promise.all([watch(), watch()])
  await watch()
  expect(await cashOf(player)).toBe(55_000)
  expect(await topUpsOf(player)).toHaveLength(2)
  expect(await show(player)).toHaveProperty('address')
})

test('what comes after the rate’s time is credited at the rate of the moment it is sure, and waits while there is none', async () => {
  const player = await newPlayer(harness.deps)
  const db = ownerOf(harness.deps.db)
  await payTo(player, 10_000_000, {}, 'ERC20')
  await db`update cashier_usdt_topup_rate set shown_at = now() - interval '2 hours', rate_at = now() - interval '2 hours',
                  holds_until = now() - interval '1 hour' where player_id = ${player.playerId}`
  await harness.bank.post('/sandbox/quotes/usdt', { rate: '6.0000', isSilent: true })
  await db`delete from cashier_usdt_quote`
  await mine('ERC20', 3)
  await watch()
  expect(await cashOf(player)).toBe(0)
  await harness.bank.post('/sandbox/quotes/usdt', { rate: '6.0000' })
  // A source is left alone for a while after a failure; a quote stored by another server still counts.
  await db`insert into cashier_usdt_quote (rate_e4, source, rate_at, expires_at)
           values (60000, 'test', now(), now() + interval '1 minute')`
  await watch()
  expect(await cashOf(player)).toBe(6_000)
  await db`delete from cashier_usdt_quote`
  await harness.bank.post('/sandbox/quotes/usdt', { rate: '5.0000' })
})

test('a chain that is reorganised before a transfer is sure credits nothing, and credits the transfer once when it is in another block', async () => {
  const player = await newPlayer(harness.deps)
  await payTo(player, 20_000_000)
  await mine('TRC20')
  await watch()
  await onChain('TRC20', '/reorg', { depth: 1 })
  await mine('TRC20', 1)
  await onChain('TRC20', '/reorg', { depth: 1, loses: true })
  await watch()
  expect(await shown(player)).toMatchObject([{ status: 'gone', confirmations: 0 }])
  await mine('TRC20', 4)
  await watch()
  expect(await cashOf(player)).toBe(0)
  const again = await payTo(player, 20_000_000)
  await mine('TRC20')
  await onChain('TRC20', '/reorg', { depth: 1 }) // back to pending, then mined again
  await watch()
  await mine('TRC20', 3)
  await watch()
  expect(await cashOf(player)).toBe(10_000)
  expect(await shown(player)).toContainEqual(expect.objectContaining({ hash: again, status: 'credited' }))
})

test('a transfer that the chain loses after the credit is reversed, and spent money becomes a debt', async () => {
  const player = await newPlayer(harness.deps)
  const { deps } = harness
  const hash = await payTo(player, 20_000_000)
  await mine('TRC20', 3)
  await watch()
  expect(await cashOf(player)).toBe(10_000)
  // All but R$ 30 of it is spent.
  const cash = { playerId: player.playerId, kind: 'cash' } as const
  await makeTransfers(deps, [{ key: `test:${hash}`, from: cash, to: 'opening', cents: 7_000 }])
  await onChain('TRC20', '/reorg', { depth: 3, loses: true })
  await watch()
  expect(await shown(player)).toMatchObject([{ status: 'credited' }]) // it may come back
  await mine('TRC20', 3)
  await watch()
  expect(await shown(player)).toMatchObject([{ hash, status: 'taken_back' }])
  expect(await cashOf(player)).toBe(0)
  const reversals = await deps.db`
    select amount_cents as cents, debt_cents as debt, nature from cashier_reversal where provider_ref like ${`TRC20:${hash}%`}`
  expect(reversals).toMatchObject([{ cents: 10_000, debt: 7_000, nature: 'REORGANISED' }])
})

test('credits the amount that the chain states at that time, to the cent', async () => {
  const player = await newPlayer(harness.deps)
  const hash = await payTo(player, 20_000_000)
  await mine('TRC20')
  await watch()
  // On another branch the same transaction moved more.
  await ownerOf(harness.deps.db)`update cashier_usdt_transfer set micros = 90000000 where hash = ${hash}`
  await mine('TRC20', 2)
  await watch()
  expect(await shown(player)).toMatchObject([{ hash, status: 'gone', amountCents: null }])
  await watch() // read again, as the chain has it
  expect(await shown(player)).toMatchObject([{ hash, status: 'credited', amountCents: 10_000 }])
  expect(await cashOf(player)).toBe(10_000)
})

test('the rate shown when the transfer came applies, even if it is seen under a later one; another policy accepts nothing', async () => {
  const player = await newPlayer(harness.deps)
  const db = ownerOf(harness.deps.db)
  const hash = await payTo(player, 20_000_000)
  await mine('TRC20')
  await watch()
  await db`update cashier_usdt_transfer set block_at = now() - interval '20 minutes', seen_at = now() where hash = ${hash}`
  await db`update cashier_usdt_topup_rate set shown_at = now() - interval '30 minutes', rate_at = now() - interval '30 minutes',
                  holds_until = now() - interval '15 minutes' where player_id = ${player.playerId}`
  await db`insert into cashier_usdt_topup_rate (player_id, rate_e4, rate_at, shown_at, holds_until, max_micros)
           values (${player.playerId}, 60000, now() - interval '1 minute', now() - interval '1 minute',
                   now() + interval '14 minutes', 1000000000)`
  await mine('TRC20', 2)
  await watchChains(besides({ policy: policyOf({ COMPLIANCE_PROFILE: 'br-spa' }) }).cashier)
  expect(await cashOf(player)).toBe(0)
  await watch()
  expect(await cashOf(player)).toBe(10_000)
})

test('a server with an earlier state does not undo another’s credit, and one bad transfer delays no other', async () => {
  const [player, other] = [await newPlayer(harness.deps), await newPlayer(harness.deps)]
  const { deps } = harness
  const hash = await payTo(player, 20_000_000)
  const later = await payTo(other, 20_000_000)
  await mine('TRC20')
  await watch()
  const followed = await claimFollowed(deps.db, 'TRC20', waiting, 100)
  const before = present(
    followed.find((one) => one.hash === hash),
    'the followed transfers',
  )
  // The node fails about the first of them.
  const { cashier } = besides()
  const { TRC20, ERC20 } = present(cashier.usdt.chains, 'the chains')
  const ask = TRC20.receipt
  const receipt: typeof ask = (asked) =>
    asked === hash ? Promise.reject(new Fault('no answer')) : ask(asked)
  await mine('TRC20', 2)
  const chains = { TRC20: { ...TRC20, receipt }, ERC20 }
  await watchChains({ ...cashier, usdt: { ...cashier.usdt, chains } })
  expect(await cashOf(player)).toBe(0)
  expect(await shown(other)).toMatchObject([{ hash: later, status: 'credited' }])
  await watch()
  const gone = { from: [before.status], status: 'gone' as const, block: before.block, missedAtBlock: null }
  await updateTransfer(deps.db, before, gone)
  expect(await shown(player)).toMatchObject([{ hash, status: 'credited' }])
})

test('a transfer below the minimum, another token and two transfers at once: each by its rule', async () => {
  const player = await newPlayer(harness.deps)
  await payTo(player, 4_999_999)
  await payTo(player, 900_000_000, { isOtherToken: true })
  await payTo(player, 6_000_000)
  await payTo(player, 7_000_000)
  await mine('TRC20', 3)
  await watch()
  expect(await cashOf(player)).toBe(3_000 + 3_500)
  const statuses = (await shown(player)).map((one) => (one as { status: string }).status)
  expect(statuses.sort()).toEqual(['below_min', 'credited', 'credited'])
  const others = await harness.deps.db<{ contract: string }[]>`
    select contract from cashier_usdt_transfer where player_id = ${player.playerId} and status = 'other_token'`
  expect(others).toHaveLength(1)
  expect(others[0]?.contract).not.toBe(usdtContract('TRC20'))
  expect(await watchMetrics.text()).toContain('cashier_alarms_total{kind="other_token"} 1')
})

test('two players and two networks get four addresses, however many concurrent calls there are', async () => {
  const [one, other] = [await newPlayer(harness.deps), await newPlayer(harness.deps)]
  const answers = await Promise.all(
    [one, other, one, other].flatMap((player) => [show(player, 'TRC20'), show(player, 'ERC20')]),
  )
  expect(new Set(answers.map(({ address }) => address)).size).toBe(4)
  const unknown = await newPlayer(harness.deps, { isIdentified: false })
  const refused = await harness.call(unknown.playerId, 'POST', '/api/app/order/usdtAddress', {
    network: 'TRC20',
  })
  expect(refused.status).toBe(5203)
})

test('USDT on its way and PIX orders share one deposit limit, whichever is decided first', async () => {
  const player = await newPlayer(harness.deps)
  const { playerId } = player
  const asked = { playerId, kind: 'deposit', period: 'day', amount: 15_000 } as const
  await openProtection(harness.deps, { policy: policyOf(harness.deps.config), readDeposited }).setLimit(asked)
  const order = (pkgId: string) =>
    harness.call(playerId, 'POST', `/api/app/order/prePay/${pkgId}`, { gift: '0', pkgId })
  const used = async () => (await readDeposited(harness.deps.db, [playerId])).get(playerId)?.day
  expect((await order('brl-100')).http).toBe(200)
  await payTo(player, 8_000_000)
  await mine('TRC20')
  await watch()
  expect(await used()).toBe(14_000) // in a block that is not deep enough yet: at the shown rate
  expect((await order('brl-20')).data).toMatchObject({ code: 'deposit_limit', left: 1_000 })
  await ownerOf(harness.deps.db)`
    update cashier_usdt_topup_rate set holds_until = now() - interval '1 hour', shown_at = now() - interval '2 hours',
           rate_at = now() - interval '2 hours' where player_id = ${playerId}`
  expect(await used()).toBe(14_000) // at the last quote
  await mine('TRC20', 2)
  await watch()
  expect(await cashOf(player)).toBe(4_000)
  expect(await used()).toBe(14_000)
  expect((await order('mini-10')).http).toBe(200)
  expect(await show(player)).toMatchObject({ code: 'deposit_limit', left: 0 })
})

test('USDT that waits for another policy or an operator counts against a deposit limit once it is credited', async () => {
  const player = await newPlayer(harness.deps)
  const used = async () => (await readDeposited(harness.deps.db, [player.playerId])).get(player.playerId)?.day
  await payTo(player, 8_000_000)
  await mine('TRC20', 3)
  await watchChains(besides({ policy: policyOf({ COMPLIANCE_PROFILE: 'br-spa' }) }).cashier)
  expect(await used()).toBe(4_000)
  await ownerOf(harness.deps.db)`
    update cashier_usdt_transfer set seen_at = seen_at - interval '1 day' where player_id = ${player.playerId}`
  expect(await used()).toBe(0)
  await watch()
  expect(await used()).toBe(4_000)
})

test('USDT is available only where an operator enables it and the policy allows it', async () => {
  const { playerId } = await newPlayer(harness.deps)
  const asked = { playerId, network: 'TRC20' } as const
  const isOff = besides({ settings: { takesUsdtTopUps: false } })
  const forbidden = besides({ policy: policyOf({ COMPLIANCE_PROFILE: 'br-spa' }) })
  for (const { cashier } of [isOff, forbidden]) {
    expect(await showAddress(cashier, asked)).toMatchObject({ refusal: { code: 'usdt_not_taken' } })
    expect((await readUsdtTopUps(cashier, playerId)).networks).toEqual([])
  }
})

test('the chain and our records agree; a missing transfer is recorded as a difference', async () => {
  const { cashier } = besides()
  const span = { from: new Date(Date.now() - 30 * 86_400_000), to: new Date(Date.now() + 60_000) }
  expect(await chainDifferences(cashier, span)).toEqual([])
  const player = await newPlayer(harness.deps)
  const hash = await payTo(player, 8_000_000)
  await mine('TRC20')
  expect(await chainDifferences(cashier, span)).toMatchObject([
    {
      id: expect.stringContaining(hash) as string,
      what: '8000000 millionths of USDT in the chain are not noted down',
    },
  ])
  await watch()
  expect(await chainDifferences(cashier, span)).toEqual([])
})

test('leaves a ledger that holds, with what came in as USDT in an account of its own', async () => {
  expect(await verifyLedger(harness.deps.db, cashierClearing())).toEqual([])
  expect((await readHouseBalances(harness.deps.db, ['usdt_in']))[0]?.cents).toBeLessThan(0)
})

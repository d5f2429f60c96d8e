import { verifyLedger } from '../../ledger/index.ts'
import { cashierClearing } from '../clearing.ts'
import { gatewaysFromConfig, openPixGateway } from '../gateway/index.ts'
import { present } from '../../platform/assert.ts'
import { sameTerms } from './needs.ts'
import { pay, prePay } from './orders.ts'
import { giveCash, newPlayer, type TestPlayer } from './players.ts'
import { type Harness, startHarness } from './start-harness.ts'

export type StormAsked = { seed: number; orders: number }

/** What bank, chain and ledger say once all is quiet, and where they differ. */
export type StormSums = {
  seed: number
  orders: number
  topUpsPaid: number
  receivedCents: number
  returnedCents: number
  paidOutCents: number
  usdtMicros: number
  faults: number
  differences: string[]
}

const PLAYERS = 64
const AT_ONCE = 32
/** So many faults are armed for as many orders as go at once. */
const FAULTS_AT_ONCE = 6
const CHAIN = 'TRC20'
const ADDRESS = 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE'
const PACKAGES = ['brl-20', 'brl-50', 'brl-100', 'brl-200', 'brl-500']

/** A sequence of numbers from 0 to 1 that a seed determines (mulberry32): a storm that failed is run again. */
function chances(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const some = <T>(chance: () => number, list: readonly T[]): T => {
  const one = list[Math.floor(chance() * list.length)]
  if (one === undefined) throw new Error('an empty list has nothing to choose')
  return one
}

/** Every fault that bank and chain know of which the truth is found again by itself. */
function faultOf(chance: () => number): object {
  const on = some(chance, [
    'cob.create',
    'cob.read',
    'pix.read',
    'pix.list',
    'payout.create',
    'payout.read',
    'chain.call',
  ])
  const when = some(chance, ['before', 'after'])
  return some(chance, [
    { kind: 'webhook_lost', of: 'pix' },
    { kind: 'webhook_lost', of: 'payout' },
    { kind: 'webhook_late', of: 'pix', delayMs: 700 },
    { kind: 'webhook_duplicated', of: 'pix' },
    { kind: 'webhook_reordered', of: 'pix' },
    { kind: 'api_timeout', how: 'drop', when, on: [on] },
    { kind: 'api_timeout', how: 'hang', holdMs: 1_200, when, on: [on] },
    { kind: 'api_error', status: some(chance, [500, 502, 503]), when, on: [on] },
    { kind: 'payout_rejected', when: 'now' },
    { kind: 'payout_rejected', when: 'later' },
    { kind: 'amount_paid', valor: '33.33' },
    { kind: 'payer_masked' },
  ])
}

/**
 * So many orders in and out beside a sandbox whose faults come at random, by a seed. Afterwards bank, chain and ledger are
 * laid beside one another: every difference has a name.
 */
export async function runStorm(asked: StormAsked): Promise<StormSums> {
  const harness = await startHarness({
    needs: {
      readVipTerms: sameTerms({ withdrawalsADay: 1_000_000, feeBps: 100 }),
      settings: {
        reconcileEveryMs: 500,
        // Longer than any call lives, with its token: two calls of a second.
        payoutQuietSeconds: 3,
        // Nobody looks at withdrawals here: all of them leave.
        reviewSmallCents: 100_000_000,
        reviewAboveCents: 100_000_000,
        twoOperatorsAboveCents: 100_000_000,
        newKeyWaitAboveCents: 100_000_000,
        bankTimeoutMs: 1_000,
        leaseSeconds: 3,
        openOrdersMax: 100,
        withdrawRepeatSeconds: 1,
        usdtConfirmations: { TRC20: 3, ERC20: 3 },
        usdtStuckSeconds: 1,
      },
    },
  })
  try {
    return await storm(harness, asked)
  } finally {
    await harness.close()
  }
}

async function storm(harness: Harness, { seed, orders }: StormAsked): Promise<StormSums> {
  const chance = chances(seed)
  await harness.bank.post('/sandbox/quotes/usdt', { rate: '5.0000' })
  const players: TestPlayer[] = []
  for (let at = 0; at < PLAYERS; at += 1) {
    const player = await newPlayer(harness.deps, { lx: '20' })
    await giveCash(harness.deps, player.playerId, Math.ceil((orders * 20_000) / PLAYERS) + 1_000_000)
    players.push(player)
  }
  let faults = 0
  for (let at = 0; at < orders; at += AT_ONCE) {
    for (let armed = 0; armed < FAULTS_AT_ONCE; armed += 1) {
      await harness.bank.arm(faultOf(chance))
      faults += 1
    }
    if (chance() < 0.02) await harness.bank.post(`/sandbox/chain/${CHAIN}/reorg`, { depth: 1 })
    const wishes = Array.from({ length: Math.min(AT_ONCE, orders - at) }, () => ({
      player: some(chance, players),
      packageId: some(chance, PACKAGES),
      reais: 50 + Math.floor(chance() * 100),
      isUsdt: chance() < 0.1,
      isTwice: chance() < 0.2,
      goesBack: chance() < 0.1,
      requestId: `storm-${seed}-${at}-${Math.floor(chance() * 1e9)}`,
    }))
    await Promise.all(wishes.flatMap((wish) => [topUp(harness, wish), withdraw(harness, wish)]))
  }
  await harness.bank.disarm()
  const left = await untilQuiet(harness)
  return sumsOf(harness, { seed, orders, faults, left })
}

type Wish = {
  player: TestPlayer
  packageId: string
  reais: number
  isUsdt: boolean
  isTwice: boolean
  goesBack: boolean
  requestId: string
}

/** An order and its payment; where the bank takes no charge now, there is none. Some of the money goes back. */
async function topUp(harness: Harness, { player, packageId, isTwice, goesBack }: Wish): Promise<void> {
  try {
    const order = await prePay(harness, player.playerId, packageId)
    const endToEndId = await pay(harness, order)
    if (isTwice) await pay(harness, order)
    if (goesBack) await harness.bank.post('/sandbox/clawback', { endToEndId, valor: '7.00' })
  } catch (error) {
    // A charge that the bank did not open, or a code that was paid: the sums say whether anything came of it.
    if (!(error instanceof Error)) throw error
  }
}

async function withdraw({ call }: Harness, wish: Wish): Promise<void> {
  const { player, reais, isUsdt, isTwice, requestId } = wish
  const payCardNo = isUsdt ? ADDRESS : player.cpf
  const body = {
    payCardBank: isUsdt ? 'USDT' : 'CPF',
    payCardNo,
    ifsc: '5',
    name: 'Ana',
    amount: reais,
    whatsapp: '',
    requestId,
  }
  for (let time = 0; time < (isTwice ? 3 : 1); time += 1) {
    await call(player.playerId, 'POST', '/api/app/order/withdraw', body)
  }
}

const QUIET_MS = 600_000
const LOOK_EVERY_MS = 250

/** Waits until nothing is under way any more, hurrying what waits its turn; answers what is left. */
async function untilQuiet({ deps }: Harness): Promise<number> {
  const endsAt = performance.now() + QUIET_MS
  let quietTimes = 0
  for (;;) {
    await deps.db`update cashier_withdrawal set try_at = now() where status in ('sent', 'unknown')`
    await deps.db`update cashier_order set check_at = now() where status in ('created', 'open')`
    const rows = await deps.db<{ left: number }[]>`
      select (select count(*) from cashier_withdrawal where status not in ('paid', 'failed'))
           + (select count(*) from cashier_webhook where handled_at is null and attempts < 3) as left`
    const left = rows[0]?.left ?? 0
    quietTimes = left === 0 ? quietTimes + 1 : 0
    // Some rounds longer: a refund that the bank still works on comes by a webhook, or with the next listing.
    if (quietTimes > 8 || performance.now() > endsAt) return left
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

type Storm = { seed: number; orders: number; faults: number; left: number }

async function sumsOf({ deps, bank }: Harness, { seed, orders, faults, left }: Storm): Promise<StormSums> {
  const differences: string[] = left === 0 ? [] : [`${left} orders or webhooks are still under way`]
  const expectSame = (what: string, one: number, other: number) => {
    if (one !== other) differences.push(`${what}: ${one} and ${other}`)
  }
  const terms = present(gatewaysFromConfig(deps.config)[0], 'the bank of the storm')
  const gateway = openPixGateway({ ...terms, timeoutMs: 15_000, heard: () => {}, odd: () => {} })
  const hour = 3_600_000
  const pixes = await gateway.listPix({ from: new Date(Date.now() - hour), to: new Date(Date.now() + hour) })
  const receivedCents = pixes.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const returned = pixes.flatMap(({ refunds }) => refunds.filter(({ state }) => state === 'returned'))
  const returnedCents = returned.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const balances = await deps.db<{ kind: string; cents: number }[]>`
    select kind, balance_cents as cents from ledger_account where player_id = 0`
  const balanceOf = (kind: string) => balances.find((one) => one.kind === kind)?.cents ?? 0
  expectSame(
    'received less returned, at the bank and in the ledger',
    receivedCents - returnedCents,
    -balanceOf('pix_in'),
  )

  const rows = await deps.db<
    {
      id: string
      rail: string
      netCents: number
      usdtMicros: number | null
      status: string
      ref: string | null
    }[]
  >`select id, rail, net_cents as "netCents", usdt_micros as "usdtMicros", status, provider_ref as ref
      from cashier_withdrawal`
  let paidOutCents = 0
  for (const { id, rail } of rows) {
    if (rail !== 'pix') continue
    const answer = await gateway.getPayout(id)
    if (answer.kind === 'known' && answer.payout.state === 'paid')
      paidOutCents += answer.payout.amountCents ?? 0
  }
  expectSame('paid out, at the bank and in the ledger', paidOutCents, balanceOf('pix_out'))

  const { mined } = (await bank.post(`/sandbox/chain/${CHAIN}`, {})).body as unknown as {
    mined: { micros: number }[]
  }
  const usdt = rows.filter(({ rail, status }) => rail === 'usdt' && status === 'paid')
  const usdtMicros = usdt.reduce((sum, row) => sum + (row.usdtMicros ?? 0), 0)
  expectSame('transfers in blocks and USDT payouts', mined.length, usdt.length)
  expectSame(
    'USDT in blocks and paid',
    mined.reduce((sum, { micros }) => sum + micros, 0),
    usdtMicros,
  )
  expectSame(
    'USDT in the ledger and paid',
    balanceOf('usdt_out'),
    usdt.reduce((sum, row) => sum + row.netCents, 0),
  )
  for (const finding of await verifyLedger(deps.db, cashierClearing()))
    differences.push(JSON.stringify(finding))
  return {
    seed,
    orders,
    topUpsPaid: pixes.length,
    receivedCents,
    returnedCents,
    paidOutCents,
    usdtMicros,
    faults,
    differences,
  }
}

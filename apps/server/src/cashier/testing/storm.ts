import { ownerOf } from '../../../../../tools/test/database.ts'
import { readUsdtAddress } from '@palpite/money/usdt'
import type { Db } from '../../platform/db/index.ts'
import { openMetrics } from '../../platform/metrics.ts'
import { requestRefunds, openCashier } from '../index.ts'
import { sameTerms, testNeeds, type Harness, startHarness } from './harness.ts'
import { codeOf, pay, payCode, prePay } from './orders.ts'
import { giveCash, newPlayer, type TestPlayer } from './players.ts'
import {
  bankFaultOf,
  calmChains,
  type Chance,
  chances,
  CONFIRMATIONS,
  NETWORKS,
  type Network,
  some,
  troubleChains,
} from './storm-faults.ts'
import { chainSums, creditedSums, stormGateway, type StormSums, sumsOf } from './storm-sums.ts'

export type StormAsked = { seed: number; orders: number }

const PLAYERS = 64
const AT_ONCE = 32
/** The number of faults armed at once, for as many concurrent orders. */
const FAULTS_AT_ONCE = 8
const ADDRESSES: Readonly<Record<Network, string>> = {
  TRC20: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
  ERC20: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
}
const PACKAGES = ['brl-20', 'brl-50', 'brl-100', 'brl-200', 'brl-500']

/**
 * Runs orders and withdrawals with a sandbox whose faults come at random, by a seed. Afterwards compares bank, chain
 * and ledger; each difference is named.
 */
export async function runStorm(asked: StormAsked): Promise<StormSums> {
  const harness = await startHarness({ needs: stormNeeds })
  // Two servers run the jobs at once.
  const second = openCashier({ ...harness.deps, metrics: openMetrics() }, { ...testNeeds(), ...stormNeeds })
  second.haltPayouts(false)
  const jobs = second.jobs()
  try {
    return await storm(harness, asked)
  } finally {
    await Promise.all(jobs.map((job) => job.stop()))
    await harness.close()
  }
}

const stormNeeds = {
  readVipTerms: sameTerms({ withdrawalsADay: 1_000_000, feeBps: 100 }),
  settings: {
    reconcileEveryMs: 500,
    // Longer than any call can take including its token: two calls of a second each.
    payoutQuietSeconds: 3,
    // No review: every withdrawal is sent.
    reviewSmallCents: 100_000_000,
    reviewAboveCents: 100_000_000,
    twoOperatorsAboveCents: 100_000_000,
    newKeyWaitAboveCents: 100_000_000,
    bankTimeoutMs: 1_000,
    leaseSeconds: 3,
    openOrdersMax: 100,
    withdrawRepeatSeconds: 1,
    usdtConfirmations: { TRC20: CONFIRMATIONS, ERC20: CONFIRMATIONS },
    usdtStuckSeconds: 1,
    takesUsdtTopUps: true,
    // Expires soon and is used up soon, so most payments have two rates.
    usdtQuoteSeconds: 1,
    usdtTopUpRateMaxMicros: 150_000_000,
    usdtWatchEveryMs: 300,
  },
}

async function storm(harness: Harness, { seed, orders }: StormAsked): Promise<StormSums> {
  const { deps, bank } = harness
  const chance = chances(seed)
  await calmChains(bank)
  const firstBankCents = await stormGateway(harness).readBalance()
  const players: TestPlayer[] = []
  for (let at = 0; at < PLAYERS; at += 1) {
    const player = await newPlayer(deps, { lx: '20' })
    await giveCash(deps, player.playerId, Math.ceil((orders * 20_000) / PLAYERS) + 1_000_000)
    players.push(player)
  }
  let faults = 0
  for (let at = 0; at < orders; at += AT_ONCE) {
    for (let armed = 0; armed < FAULTS_AT_ONCE; armed += 1) {
      await bank.arm(bankFaultOf(chance))
      faults += 1
    }
    await troubleChains(bank, chance)
    const wishes = Array.from({ length: Math.min(AT_ONCE, orders - at) }, () => wishOf(chance, players))
    await Promise.all(
      wishes.flatMap((wish, nth) => [
        wish.paysUsdt ? payUsdt(harness, wish) : topUp(harness, wish),
        withdraw(harness, wish, `storm-${seed}-${at + nth}-request`),
      ]),
    )
    await giveSomeBack(harness, chance)
  }
  await bank.disarm()
  await calmChains(bank)
  const left = await untilQuiet(harness, ownerOf(deps.db))
  return sumsOf(harness, { seed, orders, faults, left, firstBankCents })
}

type Wish = ReturnType<typeof wishOf>

const wishOf = (chance: Chance, players: readonly TestPlayer[]) => ({
  player: some(chance, players),
  packageId: some(chance, PACKAGES),
  reais: 50 + Math.floor(chance() * 100),
  network: some(chance, NETWORKS),
  isUsdt: chance() < 0.15,
  paysUsdt: chance() < 0.15,
  isTwice: chance() < 0.2,
  goesBack: chance() < 0.1,
  isGivenUp: chance() < 0.1,
})

/**
 * An order and its payment; no payment if the bank refuses the charge. Some orders are cancelled before payment, and
 * some payments are refunded.
 */
async function topUp(harness: Harness, wish: Wish): Promise<void> {
  const { player, packageId, isTwice, goesBack, isGivenUp } = wish
  try {
    const order = await prePay(harness, player.playerId, packageId)
    const code = await codeOf(harness, order)
    if (isGivenUp) await harness.call(player.playerId, 'POST', `/api/app/order/cancel/${order.orderId}`, {})
    const endToEndId = await payCode(harness, code)
    if (isTwice) await pay(harness, order)
    if (goesBack) await harness.bank.post('/sandbox/clawback', { endToEndId, valor: '7.00' })
  } catch (error) {
    // The bank did not open the charge, or the code was already paid: the sums show the result.
    if (!(error instanceof Error)) throw error
  }
}

/** A payment over a chain to the player's own address; skipped while no address is shown. */
async function payUsdt({ bank, call }: Harness, { player, network, reais }: Wish): Promise<void> {
  const shown = await call(player.playerId, 'POST', '/api/app/order/usdtAddress', { network })
  if (shown.http !== 200) return
  const reading = readUsdtAddress(network, String(shown.data['address']))
  if (!reading.ok) throw new Error('an address is shown')
  const to = `0x${reading.hex.slice(-40)}`
  await bank.post(`/sandbox/chain/${network}/pay`, { to, micros: reais * 1_000_000 })
}

const GIVEN_BACK_AT_ONCE = 3

/** Operators refund parts of some payments, whether or not the bank takes back a part too. */
async function giveSomeBack({ deps }: Harness, chance: Chance): Promise<void> {
  const { db, random } = deps
  const credited = await db<{ providerRef: string }[]>`
    select provider_ref as "providerRef" from cashier_topup
     where state = 'credited' and rail = 'pix' and reversed_cents < amount_cents
     order by provider_ref`
  for (let times = 0; times < GIVEN_BACK_AT_ONCE && credited.length > 0; times += 1) {
    const { providerRef } = some(chance, credited)
    const request = { requestId: random.hex(16), operatorId: 1, providerRef, reason: 'a storm' }
    await db.begin((tx) => requestRefunds(tx, { random }, [{ ...request, amountCents: 300 }]))
  }
}

async function withdraw({ call }: Harness, wish: Wish, requestId: string): Promise<void> {
  const { player, reais, isUsdt, isTwice, network } = wish
  const body = {
    payCardBank: isUsdt ? 'USDT' : 'CPF',
    payCardNo: isUsdt ? ADDRESSES[network] : player.cpf,
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

/** Waits until nothing is under way, and makes scheduled work due at once as the database's owner; answers the rest. */
export async function untilQuiet(harness: Pick<Harness, 'deps' | 'bank'>, owner: Db): Promise<number> {
  const { db } = harness.deps
  const endsAt = performance.now() + QUIET_MS
  let quietTimes = 0
  for (;;) {
    await db`update cashier_withdrawal set try_at = now() where status in ('sent', 'unknown')`
    await db`update cashier_order set check_at = now() where status = 'open'`
    // A charge that is not known to be open has a code that was never shown: end its time now.
    await owner`
      update cashier_order set check_at = now(), expires_at = now() where status = 'created'`
    await db`update cashier_refund set try_at = now() where status = 'asked'`
    const rows = await db<{ left: number }[]>`
      select (select count(*) from cashier_withdrawal where status not in ('paid', 'failed'))
           + (select count(*) from cashier_refund where status = 'asked')
           + (select count(*) from cashier_order where status = 'created')
           + (select count(*) from cashier_webhook where handled_at is null and attempts < 3) as left`
    const { came, waiting } = await chainSums(harness)
    const credited = await creditedSums(harness)
    const left = (rows[0]?.left ?? 0) + waiting + Math.abs(came.count - credited.count)
    quietTimes = left === 0 ? quietTimes + 1 : 0
    // Wait a few rounds more: a refund still in progress at the bank arrives by webhook, or with the next listing.
    if (quietTimes > 8 || performance.now() > endsAt) return left
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

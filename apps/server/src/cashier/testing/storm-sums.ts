import { present } from '../../platform/errors.ts'
import { verifyLedger } from '../../ledger/index.ts'
import { cashierClearing } from '../queries.ts'
import { gatewaysFromConfig } from '../rails/gateways-from-config.ts'
import { openPixGateway } from '../rails/pix-gateway.ts'
import type { PaymentGateway } from '../rails/payment-gateway.ts'
import type { Harness } from './harness.ts'
import { NETWORKS } from './storm-faults.ts'

/** The sums of bank, chain and ledger after a storm, and their differences. */
export type StormSums = {
  seed: number
  orders: number
  topUpsPaid: number
  receivedCents: number
  returnedCents: number
  paidOutCents: number
  usdtInMicros: number
  usdtMicros: number
  faults: number
  differences: string[]
}

type Storm = { seed: number; orders: number; faults: number; left: number; firstBankCents: number }
/** No storm lasts longer. */
const LONGEST_MS = 24 * 3_600_000

/** A bank and the server compared with it. */
type Beside = Pick<Harness, 'deps' | 'bank'>

type Expect = (what: string, one: number, other: number) => void

/** Compares bank, chain and ledger; each difference is named. */
export async function sumsOf(harness: Beside, storm: Storm): Promise<StormSums> {
  const { seed, orders, faults, left, firstBankCents } = storm
  const differences: string[] = left === 0 ? [] : [`${left} orders, transfers or webhooks are unfinished`]
  const expectSame: Expect = (what, one, other) => {
    if (one !== other) differences.push(`${what}: ${one} and ${other}`)
  }
  const gateway = stormGateway(harness)
  const balances = await harness.deps.db<{ kind: string; cents: number }[]>`
    select kind, balance_cents as cents from ledger_account where player_id = 0`
  const balanceOf = (kind: string) => balances.find((one) => one.kind === kind)?.cents ?? 0

  const pixes = await gateway.listPayments({
    from: new Date(Date.now() - LONGEST_MS),
    to: new Date(Date.now() + LONGEST_MS),
  })
  const receivedCents = pixes.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const returned = pixes.flatMap(({ refunds }) => refunds.filter(({ state }) => state === 'returned'))
  const returnedCents = returned.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const keptCents = receivedCents - returnedCents
  expectSame('received less returned, at the bank and in the ledger', keptCents, -balanceOf('pix_in'))

  const payouts = await harness.deps.db<Payout[]>`
    select id, rail, net_cents as "netCents", usdt_micros as "usdtMicros", status from cashier_withdrawal`
  const paidOutCents = await paidAtBank(gateway, payouts)
  expectSame('paid out, at the bank and in the ledger', paidOutCents, balanceOf('pix_out'))
  // A payment with an id that is not ours would be missing here.
  const grownCents = (await gateway.readBalance()) - firstBankCents
  expectSame('what the account grew by, and what came less what left', grownCents, keptCents - paidOutCents)

  const chain = await chainSums(harness)
  const sent = payouts.filter(({ rail, status }) => rail === 'usdt' && status === 'paid')
  const usdtMicros = sent.reduce((sum, row) => sum + (row.usdtMicros ?? 0), 0)
  const usdtCents = sent.reduce((sum, { netCents }) => sum + netCents, 0)
  expectSame('transfers in blocks and USDT payouts', chain.sent.count, sent.length)
  expectSame('USDT in blocks and paid', chain.sent.micros, usdtMicros)
  expectSame('USDT in the ledger and paid', balanceOf('usdt_out'), usdtCents)
  const credited = await creditedSums(harness)
  expectSame('transfers in blocks and USDT top-ups', chain.came.count, credited.count)
  expectSame('USDT in blocks and credited', chain.came.micros, credited.micros)
  expectSame('USDT in the ledger and credited', -balanceOf('usdt_in'), credited.cents)

  expectSame('USDT credited at a rate of an hour ago', await countOldRates(harness), 0)

  for (const finding of await verifyLedger(harness.deps.db, cashierClearing()))
    differences.push(JSON.stringify(finding))
  return {
    seed,
    orders,
    topUpsPaid: pixes.length,
    receivedCents,
    returnedCents,
    paidOutCents,
    usdtInMicros: credited.micros,
    usdtMicros,
    faults,
    differences,
  }
}

/** A gateway to the storm's bank that retries. */
export function stormGateway({ deps }: Pick<Harness, 'deps'>): PaymentGateway {
  const terms = present(gatewaysFromConfig(deps.config)[0], 'the bank of the storm')
  return openPixGateway({ ...terms, timeoutMs: 15_000, onOutcome: () => {}, onInvalid: () => {} })
}

type Payout = { id: string; rail: string; netCents: number; usdtMicros: number | null; status: string }

async function paidAtBank(gateway: PaymentGateway, payouts: readonly Payout[]): Promise<number> {
  let paidCents = 0
  for (const { id, rail } of payouts) {
    if (rail !== 'pix') continue
    const answer = await gateway.getPayout(id)
    if (answer.kind === 'known' && answer.payout.state === 'paid') paidCents += answer.payout.amountCents ?? 0
  }
  return paidCents
}

type Mined = { sender: string; micros: number; hasFailed: boolean }
type Sum = { count: number; micros: number }

/** Transfers in the blocks of both chains: from the hot wallet, and to players. */
export async function chainSums({ deps, bank }: Beside): Promise<{ sent: Sum; came: Sum; waiting: number }> {
  const rows = await deps.db<{ address: string }[]>`select address from cashier_usdt_wallet`
  const wallets = new Set(rows.map(({ address }) => address))
  const [sent, came] = [
    { count: 0, micros: 0 },
    { count: 0, micros: 0 },
  ]
  let waiting = 0
  for (const network of NETWORKS) {
    const { body } = await bank.post(`/sandbox/chain/${network}`, {})
    const { mined, pool } = body as { mined: Mined[]; pool: object[] }
    waiting += pool.length
    for (const { sender, micros, hasFailed } of mined) {
      if (hasFailed) continue
      const sum = wallets.has(sender) ? sent : came
      sum.count += 1
      sum.micros += micros
    }
  }
  return { sent, came, waiting }
}

/** How often the old rate was used. */
async function countOldRates({ deps }: Beside): Promise<number> {
  const rows = await deps.db<{ count: number }[]>`
    select (select count(*) from cashier_usdt_transfer where 90000 in (rate_e4, rest_rate_e4))
           + (select count(*) from cashier_withdrawal where usdt_rate_e4 = 90000) as count`
  return rows[0]?.count ?? 0
}

/** The credited sums of chain transfers. */
export async function creditedSums({ deps }: Pick<Harness, 'deps'>): Promise<Sum & { cents: number }> {
  const rows = await deps.db<(Sum & { cents: number })[]>`
    select count(*) as count, coalesce(sum(micros), 0)::bigint as micros,
           coalesce(sum(((micros - rest_micros) * rate_e4 + rest_micros * coalesce(rest_rate_e4, 0)) / 100000000), 0)::bigint as cents
      from cashier_usdt_transfer where status = 'credited'`
  return present(rows[0], 'the sums of credited transfers')
}

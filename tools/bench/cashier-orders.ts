import { setTimeout as sleep } from 'node:timers/promises'
import { openCashier } from '../../apps/server/src/cashier/index.ts'
import { sameTerms, testNeeds } from '../../apps/server/src/cashier/testing/needs.ts'
import { freshCpf, giveCash, newPlayer } from '../../apps/server/src/cashier/testing/players.ts'
import {
  bankEnvironment,
  type SandboxBank,
  startSandboxBank,
} from '../../apps/server/src/cashier/testing/start-sandbox.ts'
import type { Deps } from '../../apps/server/src/platform/deps.ts'
import { openServer } from '../../apps/server/src/platform/http/server.ts'
import { freePort } from '../test/free-port.ts'
import type { Rate } from './callers.ts'

const CALLERS = 64
const PACKAGE = 'brl-100'
const LOOK_EVERY_MS = 50
const LONGEST_MS = 120_000

type BenchPlayer = { playerId: number; cpf: string }

/** The cashier over HTTP beside a sandbox bank in a process of its own, with one player for each order. */
export type CashierBench = {
  topUps: () => Promise<Rate>
  withdrawals: () => Promise<Rate>
  close: () => Promise<void>
}

/** Opens the cashier with its jobs on this database: what it asks, hears and books is what it does for real. */
export async function openCashierBench(own: Deps, orders: number): Promise<CashierBench> {
  const bank = await startSandboxBank({ SANDBOX_PAYOUT_DELAY_MS: '1', SANDBOX_DURABLE: '0' })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const deps: Deps = {
    ...own,
    config: { ...own.config, ...bankEnvironment(bank.url), publicUrl: url, PATIENCE_MS: 20_000 },
  }
  const app = await openServer(deps)
  const cashier = openCashier(deps, {
    ...testNeeds(),
    readVipTerms: sameTerms({ withdrawalsADay: 1_000, feeBps: 0 }),
  })
  cashier.haltPayouts(false)
  cashier.routes({
    app,
    authenticate: async (token) => ({ playerId: Number(token), sessionId: 1, isTest: false }),
    admit: async () => true,
  })
  await app.listen({ port, host: '127.0.0.1' })
  const jobs = cashier.jobs()
  const players: BenchPlayer[] = []
  for (let made = 0; made < orders; made += 1) {
    const player = await newPlayer(deps, { cpf: freshCpf() })
    await giveCash(deps, player.playerId, 10_000)
    players.push(player)
  }
  const bench = { deps, bank, url, players }
  return {
    topUps: () => measured(orders, () => topUpAll(bench)),
    withdrawals: () => measured(orders, () => withdrawAll(bench)),
    close: async () => {
      await Promise.all(jobs.map((job) => job.stop()))
      await app.close()
      await bank.stop()
    },
  }
}

type Bench = { deps: Deps; bank: SandboxBank; url: string; players: readonly BenchPlayer[] }

async function measured(orders: number, work: () => Promise<void>): Promise<Rate> {
  const from = performance.now()
  await work()
  return { perSecond: (orders * 1000) / (performance.now() - from) }
}

/** From the order to the balance: a charge at the bank, its payment, the webhook, the bank asked, the ledger. */
async function topUpAll(bench: Bench): Promise<void> {
  const before = await countOf(bench.deps, 'topups')
  await byCallers(bench.players, async ({ playerId }) => {
    const path = `/api/app/order/prePay/${PACKAGE}`
    const { orderId } = await call(bench, playerId, path, { gift: '0', pkgId: PACKAGE })
    const { code } = await call(bench, playerId, `/api/app/order/getPayment/${String(orderId)}`)
    const { status } = await bench.bank.post('/sandbox/pay', { code })
    if (status !== 200) throw new Error(`the bank took no payment (${status})`)
  })
  await untilCount(bench.deps, 'topups', before + bench.players.length)
}

/** From the request to the bank's word that it is paid, booked. */
async function withdrawAll(bench: Bench): Promise<void> {
  const before = await countOf(bench.deps, 'withdrawals')
  await byCallers(bench.players, async ({ playerId, cpf }) => {
    const body = { payCardBank: 'CPF', payCardNo: cpf, ifsc: cpf, name: 'Ana', amount: 50, whatsapp: '' }
    await call(bench, playerId, '/api/app/order/withdraw', body)
  })
  await untilCount(bench.deps, 'withdrawals', before + bench.players.length)
}

async function byCallers(
  players: readonly BenchPlayer[],
  work: (player: BenchPlayer) => Promise<void>,
): Promise<void> {
  const waiting = [...players]
  const caller = async () => {
    for (let player = waiting.pop(); player; player = waiting.pop()) await work(player)
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
}

async function call({ url }: Bench, playerId: number, path: string, body?: object) {
  const response = await fetch(`${url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: String(playerId),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const { data, message } = (await response.json()) as { data: Record<string, unknown>; message: string }
  if (response.status !== 200) throw new Error(`${path}: ${message}`)
  return data
}

async function countOf({ db }: Deps, what: 'topups' | 'withdrawals'): Promise<number> {
  const [row] = await db<{ topups: number; withdrawals: number }[]>`
    select (select count(*) from cashier_topup where state = 'credited') as topups,
           (select count(*) from cashier_withdrawal where status = 'paid') as withdrawals`
  return row?.[what] ?? 0
}

async function untilCount(deps: Deps, what: 'topups' | 'withdrawals', wanted: number): Promise<void> {
  const endsAt = performance.now() + LONGEST_MS
  while ((await countOf(deps, what)) < wanted) {
    if (performance.now() > endsAt) throw new Error(`not all ${what} came to their end`)
    await sleep(LOOK_EVERY_MS)
  }
}

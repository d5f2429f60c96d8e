import { setTimeout as sleep } from 'node:timers/promises'
import { openCashier } from '../../apps/server/src/cashier/index.ts'
import { sameTerms, testNeeds } from '../../apps/server/src/cashier/testing/harness.ts'
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
import { type Line, openLine } from './keep-alive.ts'

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

/** Opens the real cashier with its jobs on this database. */
export async function openCashierBench(own: Deps, orders: number): Promise<CashierBench> {
  const bank = await startSandboxBank({ SANDBOX_PAYOUT_DELAY_MS: '1', SANDBOX_DURABLE: '0' })
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const deps: Deps = {
    ...own,
    config: {
      ...own.config,
      ...bankEnvironment(bank.url),
      PIX_PAYOUT_BATCH: 100,
      publicUrl: url,
      PATIENCE_MS: 20_000,
    },
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

/**
 * From the order to the balance: a charge at the bank, its payment, the webhook, the query to the bank, the ledger.
 */
async function topUpAll(bench: Bench): Promise<void> {
  const before = await countOf(bench.deps, 'topups')
  await byCallers(bench, async ({ playerId }, { app, bank }) => {
    const path = `/api/app/order/prePay/${PACKAGE}`
    const { orderId } = await call(app, playerId, path, { gift: '0', pkgId: PACKAGE })
    const { code } = await call(app, playerId, `/api/app/order/getPayment/${String(orderId)}`)
    await call(bank, playerId, '/sandbox/pay', { code })
  })
  await untilCount(bench.deps, 'topups', before + bench.players.length)
}

/** From the request to the booked confirmation of the bank. */
async function withdrawAll(bench: Bench): Promise<void> {
  const before = await countOf(bench.deps, 'withdrawals')
  await byCallers(bench, async ({ playerId, cpf }, { app }) => {
    const body = { payCardBank: 'CPF', payCardNo: cpf, ifsc: cpf, name: 'Ana', amount: 50, whatsapp: '' }
    await call(app, playerId, '/api/app/order/withdraw', body)
  })
  await untilCount(bench.deps, 'withdrawals', before + bench.players.length)
}

/** A caller's open connections: to the app, and to the bank where its players pay. */
type Lines = { app: Line; bank: Line }

async function byCallers(
  { url, bank, players }: Bench,
  work: (player: BenchPlayer, lines: Lines) => Promise<void>,
): Promise<void> {
  const waiting = [...players]
  const caller = async () => {
    const lines = { app: await lineTo(url), bank: await lineTo(bank.url, '{') }
    for (let player = waiting.pop(); player; player = waiting.pop()) await work(player, lines)
    lines.app.close()
    lines.bank.close()
  }
  await Promise.all(Array.from({ length: CALLERS }, caller))
}

const lineTo = (url: string, success?: string) =>
  openLine(new URL(url).hostname, Number(new URL(url).port), success)

/** Calls over this connection; returns the data of an envelope, or any other answer whole. */
async function call(line: Line, playerId: number, path: string, body?: object) {
  const json = body ? JSON.stringify(body) : ''
  const head = `${body ? 'POST' : 'GET'} ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: ${playerId}\r\n`
  const content = body ? `content-type: application/json\r\ncontent-length: ${json.length}\r\n` : ''
  const answer = await line.request(`${head}${content}\r\n${json}`)
  const read = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4)) as { data?: Record<string, unknown> }
  return read.data ?? {}
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

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshCpf } from '../../apps/server/src/cashier/testing/players.ts'
import {
  bankEnvironment,
  type SandboxBank,
  startSandboxBank,
} from '../../apps/server/src/cashier/testing/start-sandbox.ts'
import { recordKyc } from '../../apps/server/src/identity/index.ts'
import type { Deps } from '../../apps/server/src/platform/deps.ts'
import { verifyAll } from '../../apps/server/src/verify.ts'
import { betAtRate } from './bets-at-rate.ts'
import type { CallingPlayer } from './callers.ts'
import { type KilledApp, openKilledApp } from './killed-app.ts'
import { timed } from './timed.ts'
import { balancesOf, openOffers, openPlayers, storedStakes, withDeps } from './world.ts'

const PLAYERS = 2000
/** Not the betting ones: each withdraws once. */
const WITHDRAWING = 120
const WITHDRAWN_CENTS = 5_000
const SECONDS = 10
const OVERLOAD = 10
/** Withdrawals in progress at a time. */
const AT_ONCE = 4
let bank: SandboxBank
let app: KilledApp
let betting: CallingPlayer[]
let withdrawing: (CallingPlayer & { cpf: string })[]

beforeAll(async () => {
  bank = await startSandboxBank()
  // So few at once, and so much patience, that even a busy machine answers admitted calls in time.
  const env = { ...bankEnvironment(bank.url), PATIENCE_MS: '5000', CALLS_AT_ONCE: '100' }
  app = await openKilledApp({ env })
  await withDeps(app.databaseUrl, async (deps) => {
    const players = await openPlayers(deps, PLAYERS + WITHDRAWING)
    betting = players.slice(WITHDRAWING)
    withdrawing = players.slice(0, WITHDRAWING).map((player) => ({ ...player, cpf: freshCpf() }))
    await mayWithdraw(deps)
  })
})

afterAll(async () => {
  await app.close()
  await bank.stop()
})

async function mayWithdraw(deps: Deps): Promise<void> {
  const persons = withdrawing.map(({ playerId, cpf }) => ({ playerId, cpf, name: 'Ana Souza' }))
  await deps.db.begin((tx) => recordKyc(tx, persons))
  await deps.db`update identity_session set verified_until = now() + interval '1 day'`
}

const withdraw = ({ token, cpf }: (typeof withdrawing)[number]) =>
  timed(`${app.url}/api/app/order/withdraw`, {
    token,
    body: {
      requestId: randomUUID(),
      payCardBank: 'CPF',
      payCardNo: cpf,
      ifsc: '5',
      name: 'Ana',
      whatsapp: '',
      amount: WITHDRAWN_CENTS / 100,
    },
  })

/** How many calls of a class the server refused as overloaded. */
async function shedCount(name: string): Promise<number> {
  const text = await (await fetch(`${app.url}/metrics`)).text()
  return Number(new RegExp(`^palpite_http_shed_total\\{class="${name}"\\} (\\d+)$`, 'm').exec(text)?.[1])
}

const sum = (cents: Iterable<number>) => [...cents].reduce((total, one) => total + one, 0)

test(`K34: at ${OVERLOAD} times its capacity withdrawals go on, bets are refused before them and reading before both, and balances are right`, async () => {
  const before = await withDeps(app.databaseUrl, (deps) => balancesOf(deps, [...betting, ...withdrawing]))
  const port = Number(new URL(app.url).port)
  const common = { port, players: betting, offers: await openOffers(app.url), readingShare: 1 / 2 }
  const most = await betAtRate({ ...common, connections: 32, seconds: 5 })
  expect(most.others).toEqual([])
  const rate = (most.accepted.length + most.read) / 5

  let isCrowd = true
  const crowding = betAtRate({
    ...common,
    connections: 6000,
    seconds: SECONDS,
    rate: rate * OVERLOAD,
  }).finally(() => (isCrowd = false))
  await expect.poll(() => shedCount('reading'), { timeout: 60_000 }).toBeGreaterThan(100)
  // A few at a time, for as long as the crowd is there.
  const withdrawals: Awaited<ReturnType<typeof withdraw>>[] = []
  const waiting = [...withdrawing]
  const withdrawUntilOver = async () => {
    for (let player; isCrowd && (player = waiting.shift());) withdrawals.push(await withdraw(player))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, withdrawUntilOver))
  const crowd = await crowding
  const taken = withdrawals.filter(({ http }) => http === 200).length
  const shareOfBets = crowd.accepted.length / (crowd.accepted.length + crowd.putOff.length)
  const shareOfReading = crowd.read / (crowd.read + crowd.readPutOff)
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  process.stderr.write(
    `${Math.round(rate)} calls a second at most; at ${OVERLOAD} times of it ${taken} of ${withdrawals.length} withdrawals, ` +
      `${percent(shareOfBets)} of ${crowd.accepted.length + crowd.putOff.length} bets and ${percent(shareOfReading)} ` +
      `of ${crowd.read + crowd.readPutOff} reading calls were taken\n`,
  )
  expect(crowd.others).toEqual([])
  expect(await shedCount('money_out')).toBe(0)
  expect(await shedCount('stakes')).toBeGreaterThan(100)
  expect(withdrawals.length).toBeGreaterThanOrEqual(AT_ONCE) // how many more depends on the machine
  expect(taken / withdrawals.length).toBeGreaterThan(0.95)
  expect(shareOfBets).toBeLessThan(0.5)
  expect(shareOfReading).toBeLessThan(shareOfBets)

  const { after, stored, withdrawn, findings } = await withDeps(app.databaseUrl, async (deps) => ({
    after: await balancesOf(deps, [...betting, ...withdrawing]),
    stored: await storedStakes(deps),
    withdrawn: await deps.db<{ count: number; cents: number }[]>`
      select count(*)::int as count, sum(amount_cents)::bigint as cents from cashier_withdrawal`,
    findings: await verifyAll(deps.db),
  }))
  expect(findings).toEqual([])
  const acknowledged = [...most.accepted, ...crowd.accepted]
  expect(acknowledged.filter(({ requestId }) => stored.get(requestId)?.count !== 1)).toEqual([])
  const [{ count, cents } = { count: 0, cents: 0 }] = withdrawn
  expect(count).toBeGreaterThanOrEqual(taken)
  expect(cents).toBe(count * WITHDRAWN_CENTS)
  expect(sum(after.values()) - sum(before.values())).toBe(
    sum([...stored.values()].map((one) => one.cents)) - cents,
  )
})

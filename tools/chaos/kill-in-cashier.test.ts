import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshCpf } from '../../apps/server/src/cashier/testing/players.ts'
import {
  bankEnvironment,
  type SandboxBank,
  startSandboxBank,
} from '../../apps/server/src/cashier/testing/start-sandbox.ts'
import { untilQuiet } from '../../apps/server/src/cashier/testing/storm.ts'
import { stormGateway, sumsOf } from '../../apps/server/src/cashier/testing/storm-sums.ts'
import { recordKyc } from '../../apps/server/src/identity/index.ts'
import { openDb } from '../../apps/server/src/platform/db/index.ts'
import type { Deps } from '../../apps/server/src/platform/deps.ts'
import { verifyAll } from '../../apps/server/src/verify.ts'
import { type CashierSent, type PayingPlayer, payUntilStopped } from './cashier-callers.ts'
import { midLoad } from './load.ts'
import { type KilledApp, openKilledApp } from './killed-app.ts'
import { balancesOf, openPlayers, withDeps } from './world.ts'

const KILLS = Number(process.env['KILLS'] ?? 20)
/** Each withdraws once a day: enough that some are left for the last kill. */
const PLAYERS = 48 + KILLS * 48
const MAX_CALLS_BEFORE_KILL = 80
const TEST_MS = 900_000 + KILLS * 60_000

let bank: SandboxBank
let killed: KilledApp
let players: PayingPlayer[]

beforeAll(async () => {
  bank = await startSandboxBank()
  killed = await openKilledApp({ env: { ...bankEnvironment(bank.url), PIX_PAYOUT_BATCH: '20' } })
  players = await besideBank(openPayingPlayers)
})
afterAll(async () => {
  await killed.close()
  await bank.stop()
})

const besideBank = <T>(work: (deps: Deps) => Promise<T>) =>
  withDeps(killed.databaseUrl, work, { ...bankEnvironment(bank.url), SANDBOX_URL: bank.url })

/** Identified players who have just repeated their passwords. */
async function openPayingPlayers(deps: Deps): Promise<PayingPlayer[]> {
  const opened = await openPlayers(deps, PLAYERS)
  const known = opened.map((player) => ({ ...player, cpf: freshCpf() }))
  await deps.db.begin((tx) =>
    recordKyc(
      tx,
      known.map(({ playerId, cpf }) => ({ playerId, cpf, name: 'Ana Souza' })),
    ),
  )
  await deps.db`update identity_session set verified_until = now() + interval '1 day'`
  return known
}

test(
  `kill -9 of the server and of PostgreSQL ${KILLS} times under top-ups and payouts: each is booked once, and the bank agrees to the cent`,
  async () => {
    const before = await besideBank((deps) => balancesOf(deps, players))
    const firstBankCents = await besideBank((deps) => stormGateway({ deps }).readBalance())
    const { load, left: playersLeft, stop } = payUntilStopped({ url: killed.url, bank }, players)
    for (let kills = 0; kills < KILLS; kills += 1) {
      await midLoad(load, randomInt(20, MAX_CALLS_BEFORE_KILL))
      await (kills % 2 === 0 ? killed.killServer() : killed.killPostgres())
    }
    expect(playersLeft()).toBeGreaterThan(0) // withdrawals were in progress at every kill
    await midLoad(load, 20)
    const sent = await stop()
    expect(sent.cutOff).toBeGreaterThan(0) // the kills hit the load
    expect(sent.paid.length).toBeGreaterThan(KILLS)
    expect(sent.asked.length).toBeGreaterThan(KILLS)
    expect(sent.twice).toEqual([])

    await killed.killServer()
    const { stored, after, findings, sums } = await besideBank(async (deps) => {
      const left = await settle(deps)
      return {
        stored: await storedMoney(deps),
        after: await balancesOf(deps, players),
        findings: await verifyAll(deps.db),
        sums: await sumsOf({ deps, bank }, { seed: 0, orders: 0, faults: KILLS, left, firstBankCents }),
      }
    })
    expect(sums.differences).toEqual([])
    expect(findings).toEqual([])
    expect(notAsAcknowledged(sent, stored)).toEqual([])
    for (const { playerId } of players) {
      const came = sent.paid.filter((one) => one.playerId === playerId)
      const left = sent.asked.filter((one) => one.playerId === playerId)
      const cents =
        came.reduce((sum, one) => sum + one.cents, 0) - left.reduce((sum, one) => sum + one.cents, 0)
      expect((after.get(playerId) ?? 0) - (before.get(playerId) ?? 0)).toBe(cents)
    }
  },
  TEST_MS,
)

/**
 * Waits until bank and books are quiet. No call of a killed server is in flight: makes their silence long enough at
 * once.
 */
async function settle(deps: Deps): Promise<number> {
  const owner = openDb({ url: killed.ownerUrl, connections: 2, onLostConnection: () => {} })
  try {
    await owner`
      update cashier_withdrawal set last_sent_at = last_sent_at - interval '1 hour', try_at = now()
       where status in ('sending', 'unknown')`
    await owner`update cashier_order set check_at = now() where status = 'created'`
    return await untilQuiet({ deps, bank }, owner)
  } finally {
    await owner.close()
  }
}

type Stored = {
  withdrawals: { id: string; requestId: string; playerId: number; cents: number; status: string }[]
  topUps: { endToEndId: string; playerId: number; cents: number; status: string }[]
}

async function storedMoney({ db }: Deps): Promise<Stored> {
  const withdrawals = await db<Stored['withdrawals']>`
    select id, request_id as "requestId", player_id as "playerId", amount_cents as cents, status
      from cashier_withdrawal`
  const topUps = await db<Stored['topUps']>`
    select provider_ref as "endToEndId", player_id as "playerId", amount_cents as cents, state as status
      from cashier_topup`
  return { withdrawals, topUps }
}

/** Acknowledged requests not booked exactly once, as acknowledged: paid out, or credited. */
function notAsAcknowledged({ paid, asked }: CashierSent, { withdrawals, topUps }: Stored): unknown[] {
  const wrong: unknown[] = []
  for (const one of asked) {
    const rows = withdrawals.filter(({ requestId }) => requestId === one.requestId)
    const [row] = rows
    const isRight = row?.id === one.orderId && row.cents === one.cents && row.status === 'paid'
    if (rows.length !== 1 || !isRight || row.playerId !== one.playerId) wrong.push({ one, rows })
  }
  for (const one of paid) {
    const rows = topUps.filter(({ endToEndId }) => endToEndId === one.endToEndId)
    const [row] = rows
    const isRight = row?.cents === one.cents && row.status === 'credited'
    if (rows.length !== 1 || !isRight || row.playerId !== one.playerId) wrong.push({ one, rows })
  }
  if (withdrawals.length !== asked.length)
    wrong.push(`${withdrawals.length} withdrawals of ${asked.length} asked`)
  return wrong
}

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerOf } from '../../../../tools/test/database.ts'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { watched } from '../../../../tools/test/watched-logs.ts'
import { openLog } from '../platform/log.ts'
import { publicIds } from '../platform/public-ids.ts'
import type { Deps } from '../platform/deps.ts'
import {
  collectDebts,
  move,
  lockAccounts,
  owedCents,
  post,
  verifyLedger,
  readBalances,
  repayDebt,
} from './index.ts'

let deps: Deps
let close: () => Promise<void>
beforeAll(async () => {
  ;({ deps, close } = await openTestDeps())
})
afterAll(() => close())

let moves = 0
const nextKey = () => `debt-test:${(moves += 1)}`

let players = 500
/** A player with this much cash and this much debt. */
async function newPlayer(cashCents: number, owed: number): Promise<number> {
  const playerId = (players += 1)
  await deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId], ['cash', 'bonus', 'debt'])
    const [cash, debt] = [{ playerId, kind: 'cash' } as const, { playerId, kind: 'debt' } as const]
    if (cashCents > 0) move(batch, { key: nextKey(), from: 'opening', to: cash, cents: cashCents })
    if (owed > 0) move(batch, { key: nextKey(), from: debt, to: 'pix_in', cents: owed })
    await post(tx, batch)
  })
  return playerId
}

async function standing(playerId: number) {
  const owed = await deps.db.begin(async (tx) => owedCents(await lockAccounts(tx, [playerId]), playerId))
  return { owed, cash: (await readBalances(deps.db, [playerId])).get(playerId)?.cashCents }
}

/** The result of `repayDebt`, with the debt and cash after it. */
async function repaid(playerId: number) {
  const key = nextKey()
  const cents = await deps.db.begin(async (tx) => {
    const batch = await lockAccounts(tx, [playerId])
    const answer = repayDebt(batch, { playerId, key })
    await post(tx, batch)
    return answer
  })
  return { cents, ...(await standing(playerId)) }
}

describe('a debt', () => {
  test.each([
    {
      cash: 1000,
      owed: 300,
      after: { cents: 300, owed: 0, cash: 700 },
      what: 'in full if there is enough cash',
    },
    { cash: 100, owed: 300, after: { cents: 100, owed: 200, cash: 0 }, what: 'in part if there is less' },
    {
      cash: 0,
      owed: 300,
      after: { cents: 0, owed: 300, cash: 0 },
      what: 'not at all without cash',
    },
    { cash: 1000, owed: 0, after: { cents: 0, owed: 0, cash: 1000 }, what: 'not at all without debt' },
  ])('is paid $what', async ({ cash, owed, after }) => {
    expect(await repaid(await newPlayer(cash, owed))).toEqual(after)
    expect(await verifyLedger(deps.db, [])).toEqual([])
  })

  test('is collected once from players who got cash in another way', async () => {
    const [able, poor, free] = [await newPlayer(1000, 300), await newPlayer(0, 300), await newPlayer(1000, 0)]
    const lines: Record<string, unknown>[] = []
    const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>)
    const logged = { ...deps, log: openLog('info', watched({ write }), deps.config) }
    const counts = await Promise.all(Array.from({ length: 20 }, () => collectDebts(logged)))
    const shownId = publicIds(deps.config, 'player').show(able)
    expect(lines).toMatchObject([{ playerId: shownId, amountCents: 300, msg: 'a debt was collected' }])
    expect(Math.max(...counts)).toBeGreaterThan(0)
    expect(await Promise.all([able, poor, free].map(standing))).toEqual([
      { owed: 0, cash: 700 },
      { owed: 300, cash: 0 },
      { owed: 0, cash: 1000 },
    ])
    expect(await collectDebts(deps)).toBe(0)
    expect(await verifyLedger(deps.db, [])).toEqual([])
  })

  test('that cannot be collected holds up no other, and is collected once it can be', async () => {
    const players = [await newPlayer(1000, 300), await newPlayer(1000, 300), await newPlayer(1000, 300)]
    const [bad = 0] = players
    const balances = (await readBalances(deps.db, [bad])).get(bad)
    const key = `repaid:${bad}:${balances?.version ?? 0}`
    await deps.db`insert into ledger_transfer_key (player_id, key) values (${bad}, ${key})`
    expect(await collectDebts(deps)).toBe(2)
    expect((await Promise.all(players.map(standing))).map(({ owed }) => owed)).toEqual([300, 0, 0])
    expect(await deps.metrics.text()).toContain('palpite_job_skipped_total{name="cashier-debts"} 1')
    await ownerOf(deps.db)`delete from ledger_transfer_key where player_id = ${bad} and key = ${key}`
    expect(await collectDebts(deps)).toBe(1)
    expect(await verifyLedger(deps.db, [])).toEqual([])
  })

  test('is zero for a player who never had one, and opens no account', async () => {
    const playerId = (players += 1)
    expect(await repaid(playerId)).toEqual({ cents: 0, owed: 0, cash: 0 })
    const kinds = await deps.db<{ kind: string }[]>`
      select kind from ledger_account where player_id = ${playerId} order by kind`
    expect(kinds.map(({ kind }) => kind)).toEqual(['bonus', 'cash'])
  })
})

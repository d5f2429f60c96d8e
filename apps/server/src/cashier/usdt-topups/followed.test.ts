import { afterAll, beforeAll, expect, test } from 'vitest'
import { usdtContract } from '@palpite/money/usdt'
import { openTestDeps } from '../../../../../tools/test/test-deps.ts'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { claimFollowed, upsertTransfers } from './queries.ts'

const ACCOUNT = `0x${'ab'.repeat(20)}`

let opened: Awaited<ReturnType<typeof openTestDeps>>

beforeAll(async () => {
  opened = await openTestDeps({})
  const { db } = opened.deps
  await db`insert into cashier_usdt_address (network, child_index, player_id, account, address)
           values ('TRC20', 0, 1, ${ACCOUNT}, 'T')`
})

afterAll(() => opened.close())

const hashOf = (nth: number) => `0x${String(nth).padStart(64, '0')}`

const transferOf = (nth: number) => ({
  network: 'TRC20' as const,
  hash: hashOf(nth),
  account: ACCOUNT,
  contract: usdtContract('TRC20'),
  nth: 0,
  playerId: 1,
  micros: 20_000_000,
  block: nth,
  blockAt: new Date(),
  status: 'seen',
})

test('a run follows a bounded number of transfers, and the next run the others', async () => {
  const { db } = opened.deps
  const rows = [1, 2, 3].map(transferOf)
  await db.begin((tx) => upsertTransfers(tx, rows))
  const waiting = { isCredited: false, creditedSince: 0, goneSince: 0 }
  const look = async () => (await claimFollowed(db, 'TRC20', waiting, 2)).map(({ hash }) => hash).sort()
  expect(await look()).toEqual([hashOf(1), hashOf(2)])
  expect(await look()).toEqual([hashOf(1), hashOf(3)])
  expect(await claimFollowed(db, 'TRC20', { ...waiting, isCredited: true }, 2)).toEqual([])
})

test('a transfer that is seen again keeps its price, unless it is of another amount', async () => {
  const { db } = opened.deps
  const again = async (nth: number, micros: number) => {
    await db.begin((tx) => upsertTransfers(tx, [transferOf(nth)]))
    await ownerOf(db)`
      update cashier_usdt_transfer
         set status = 'gone', rate_e4 = 50000, rest_micros = 5000000, rest_rate_e4 = 40000, sure_at = now()
       where hash = ${hashOf(nth)}`
    await db.begin((tx) => upsertTransfers(tx, [{ ...transferOf(nth), micros }]))
    return db`select status, rate_e4 as rate, rest_micros as rest, rest_rate_e4 as "restRate", sure_at as "sureAt"
                from cashier_usdt_transfer where hash = ${hashOf(nth)}`
  }
  const seen = { status: 'seen', sureAt: null }
  expect(await again(8, 20_000_000)).toEqual([{ ...seen, rate: 50_000, rest: 5_000_000, restRate: 40_000 }])
  expect(await again(9, 30_000_000)).toEqual([{ ...seen, rate: null, rest: 0, restRate: null }])
})

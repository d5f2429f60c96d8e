import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../../tools/test/database.ts'

let fresh: FreshDatabase
let client: pg.Client
beforeAll(async () => {
  fresh = await freshDatabase()
  client = new pg.Client(fresh.ownerUrl)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await fresh.drop()
})

const textOf = (name: string) => readFileSync(new URL(`migrations/${name}.sql`, import.meta.url), 'utf8')

test('a requirement of the earlier schema keeps the remainder of its bonus, and its own money is free', async () => {
  await client.query(
    `create schema before; set search_path to before; ${textOf('0001-wagering-requirements')}`,
  )
  // R$ 100 with R$ 20 at 2×; the panel's R$ 5 at 1×, which asked for twice as much; R$ 50 alone; R$ 30 whose bonus ended.
  await client.query(`insert into wagering_requirement
    (player_id, source, source_id, main_cents, bonus_cents, bonus_grant_cents, from_wagered_cents, until_wagered_cents,
     from_contributed_e4, until_contributed_e4, status, expires_at, bonus_ended_at) values
    (1, 'topup', 'a', 10000, 4000, 2000, 0, 10000, 7, 40000007, 'open', now(), null),
    (1, 'game_bonus', 'b', 0, 500, 500, 10000, 10000, 40000007, 50000007, 'open', now(), null),
    (1, 'topup', 'c', 5000, 0, 0, 10000, 15000, 50000007, 50000007, 'open', null, null),
    (2, 'game_bonus', 'e', 0, 500, 500, 0, 0, 7, 10000007, 'open', now(), null),
    (2, 'topup', 'f', 10000, 4000, 2000, 0, 10000, 10000007, 50000007, 'open', now(), null),
    (1, 'topup', 'd', 3000, 400, 200, 15000, 18000, 50000007, 50000007, 'open', now(), now())`)
  await client.query(textOf('0002-one-span'))
  const { rows } = await client.query(`
    select source_id as id, status, main_cents::int as main, from_contributed_e4::int as from,
           until_contributed_e4::int as until
      from wagering_requirement where status = 'open' order by source_id`)
  expect(rows).toEqual([
    { id: 'a', status: 'open', main: 0, from: 7, until: 40_000_007 },
    { id: 'b', status: 'open', main: 0, from: 40_000_007, until: 45_000_007 },
    // No stake falls between two spans.
    { id: 'e', status: 'open', main: 0, from: 7, until: 5_000_007 },
    { id: 'f', status: 'open', main: 0, from: 5_000_007, until: 45_000_007 },
  ])
})

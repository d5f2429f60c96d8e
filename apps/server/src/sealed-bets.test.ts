import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownerOf } from '../../../tools/test/database.ts'
import { findingsAfter, sealNow, statement } from './platform/testing/damage.ts'
import {
  openBettors,
  addMatch,
  type Harness,
  openHarness,
  play,
  codeOf,
  parlayFor,
} from './sportsbook/testing/harness.ts'
import { sealedTables, verifyAll } from './verify.ts'

let harness: Harness
let bets: { won: number; corrected: number; lost: number }
const dates = { from: '2020-01-01T00:00:00Z', until: '2099-01-01T00:00:00Z' }

beforeAll(async () => {
  harness = await openHarness({
    parlayInsurances: [{ ...dates, minLegs: 2, minPriceMilli: 1500, maxCents: 5000 }],
  })
  const { deps, sportsbook, receive, newPlayer } = harness
  const bettors = openBettors(harness)
  const playerId = await newPlayer(100_000)
  const one = await addMatch(harness)
  const other = await addMatch(harness)
  const won = await bettors.placed(playerId, one.outcomes['home'])
  const corrected = await bettors.placed(playerId, other.outcomes['home'])
  await receive([play(one.key, -1, 1, 0), play(other.key, -1, 1, 0)])
  await sportsbook.settle()
  await sealNow(deps.db, sealedTables())
  const last = await addMatch(harness)
  const lost = await bettors.placed(playerId, last.outcomes['away'])
  await receive([play(last.key, -1, 1, 0), play(other.key, -1, 0, 1)]) // the second was counted wrong
  await sportsbook.settle()
  await sealNow(deps.db, sealedTables())
  bets = { won, corrected, lost }
})

afterAll(() => harness.close())

const find = (...damage: string[]) =>
  findingsAfter(ownerOf(harness.deps.db), sealedTables(), damage).then((findings) => findings.join('\n'))

test('K9: a bet with a corrected result is sealed for each settlement, and verifies', async () => {
  expect(await verifyAll(harness.deps.db)).toEqual([])
  const rows = await harness.deps.db<{ key: string; won: boolean }[]>`
    select key, return_cents > 0 as won from sportsbook_settled_bet order by settled_at, key`
  expect(rows).toHaveLength(4)
  expect(rows.filter(({ key }) => key.startsWith(`${bets.corrected}/`))).toEqual([
    { key: `${bets.corrected}/1`, won: true },
    { key: `${bets.corrected}/2`, won: false },
  ])
  const sealed = await harness.deps.db<{ rows: number }[]>`
    select row_count as rows from platform_seal where table_name = 'sportsbook_settled_bet' order by id`
  expect(sealed).toEqual([{ rows: 2 }, { rows: 2 }])
})

test('K9: a parlay reopened by a correction, with other matches ended since, verifies as sealed', async () => {
  const { deps, sportsbook, receive, newPlayer } = harness
  const [first, second, third] = [await addMatch(harness), await addMatch(harness), await addMatch(harness)]
  const homes = [first, second, third].map(({ outcomes }) => outcomes['home'])
  expect(codeOf(await sportsbook.placeBet(parlayFor(await newPlayer(10_000), homes)))).toBe('placed')
  for (const [match, home, away] of [
    [first, 0, 1], // lost by its first leg
    [first, 1, 0], // which was counted wrong: open again
    [second, 1, 0],
    [third, 1, 0],
    [third, 0, 1],
  ] as const) {
    await receive([play(match.key, -1, home, away)])
    await sportsbook.settle()
    await sealNow(deps.db, sealedTables())
  }
  expect(await verifyAll(deps.db)).toEqual([])
})

test.each([
  ['stake', 'unit_stake_cents = unit_stake_cents - 1'],
  ['return', 'return_cents = 0, result = 20'],
  ['player', 'player_id = player_id + 1'],
  ['time of placing', `placed_at = placed_at - interval '1 hour'`],
  ['time of settling', `settled_at = settled_at + interval '1 microsecond'`],
])('K9: the seals report a settled bet whose %s was rewritten', async (_what, change) => {
  expect(await find(`update sportsbook_bet set ${change} where id = ${bets.won}`)).toMatch(
    `sportsbook_settled_bet: row ${bets.won}/1 is not as it was sealed`,
  )
})

test.each([
  ['put on another outcome', 'outcome_id = outcome_id + 1'],
  ['given another price', 'price_milli = price_milli + 1'],
])('K9: the seals report a settled bet whose leg was %s', async (_what, change) => {
  const moved = `update sportsbook_leg set ${change} where bet_id = ${bets.lost}`
  expect(await find(moved)).toMatch(`sportsbook_settled_bet: row ${bets.lost}/1 is not as it was sealed`)
})

test('K9: the seals report a settled bet whose promise or insured stake was rewritten', async () => {
  const { deps, sportsbook, receive, newPlayer } = harness
  const matches = [await addMatch(harness), await addMatch(harness)]
  const homes = matches.map(({ outcomes }) => outcomes['home'])
  const placed = await sportsbook.placeBet(parlayFor(await newPlayer(10_000), homes))
  const betId = placed.ok ? placed.value.betId : undefined
  await receive(matches.map(({ key }, at) => play(key, -1, 1 - at, at)))
  await sportsbook.settle()
  await sealNow(deps.db, sealedTables())
  const [bet] = await deps.db<object[]>`
    select promises, insured_cents as "insuredCents" from sportsbook_settled_bet where id = ${betId ?? 0}`
  expect(bet).toEqual({ promises: { insurance: { maxCents: 5000 } }, insuredCents: 1000 })
  for (const change of [
    'insured_cents = 0',
    `promises = '{"insurance": {"maxCents": 1000}}'`,
    'promises = null',
  ])
    expect(await find(`update sportsbook_bet set ${change} where id = ${betId}`)).toMatch(
      `sportsbook_settled_bet: row ${betId}/1 is not as it was sealed`,
    )
})

test('K9: bets settled before promises were sealed are hashed as they were then', async () => {
  const undo = new Error('undone')
  const migration = new URL('sportsbook/migrations/0021-corrected-legs.sql', import.meta.url)
  const [, before = ''] = readFileSync(migration, 'utf8').split(
    'create or replace view sportsbook_settled_bet',
  )
  const seen: unknown[] = []
  const work = ownerOf(harness.deps.db).begin(async (tx) => {
    const hashes = (view: string) => tx<{ key: string; hash: string }[]>`
      select key, encode(hash, 'hex') as hash
        from platform_row_hashes(${view}::text, 'settled_at', '-infinity', 'infinity')`
    await tx(statement(`create view settled_bet_before ${before}`))
    seen.push(await hashes('settled_bet_before'), await hashes('sportsbook_settled_bet'))
    await tx`set local session_replication_role = replica`
    await tx`update sportsbook_seal_terms set promises_from = 'infinity'`
    seen.push(await hashes('sportsbook_settled_bet'))
    throw undo
  })
  await expect(work).rejects.toBe(undo)
  const [then, now, ofOld] = seen as { key: string; hash: string }[][]
  expect(then?.length).toBeGreaterThan(3)
  expect(ofOld).toEqual(then)
  expect(now?.filter((row, at) => row.hash === then?.[at]?.hash)).toEqual([])
})

test('K9: the time from which promises are sealed cannot change', async () => {
  const owner = ownerOf(harness.deps.db)
  await expect(owner`update sportsbook_seal_terms set promises_from = 'infinity'`).rejects.toThrow(
    /rows of sportsbook_seal_terms are never changed/,
  )
  await expect(owner`delete from sportsbook_seal_terms`).rejects.toThrow(
    /rows of sportsbook_seal_terms are never changed/,
  )
  expect(await find(`update sportsbook_seal_terms set promises_from = 'infinity'`)).toMatch(
    /sportsbook_settled_bet: row .* is not as it was sealed/,
  )
})

test('K9: the seals report a settled bet that was removed, or reopened without a correction', async () => {
  expect(await find(`delete from sportsbook_bet where id = ${bets.lost}`)).toMatch(
    /sportsbook_settled_bet: rows are gone: 1 of 2/,
  )
  const opened = `update sportsbook_bet set status = 'open', result = null, resolutions = null,
                    return_cents = null, settled_at = null, settlement_id = null where id = ${bets.won}`
  expect(await find(opened)).toMatch(/sportsbook_settled_bet: rows are gone: 1 of 2/)
})

test('K9: the seals report rewritten or removed rows replaced by a correction', async () => {
  const rewritten = `update sportsbook_bet_corrected set return_cents = 0 where id = ${bets.corrected}`
  expect(await find(rewritten)).toMatch(
    `sportsbook_settled_bet: row ${bets.corrected}/1 is not as it was sealed`,
  )
  expect(await find(`delete from sportsbook_bet_corrected where id = ${bets.corrected}`)).toMatch(
    /rows are gone: 1 of 2/,
  )
})

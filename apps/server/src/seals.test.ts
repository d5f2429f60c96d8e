import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerOf } from '../../../tools/test/database.ts'
import { until } from '../../../tools/test/until.ts'
import { type Harness, openHarness, requestOf } from './games/testing/harness.ts'
import { type Db, openDb } from './platform/db/index.ts'
import { noteEnd, sealAll, verifySeals } from './platform/seals.ts'
import { findingsAfter, sealNow as sealTablesNow, statement } from './platform/testing/damage.ts'
import { sealedTables } from './verify.ts'

/** Seals everything. */
const sealNow = (db: Db) => sealTablesNow(db, sealedTables())

const verify = (db: Db) => verifySeals(db, sealedTables())

/** Plays some rounds of every kind to their end, and returns them. */
async function playSome({ deps, games, newPlayer, rotateSeeds }: Harness) {
  const playerId = await newPlayer(100_000)
  const play = async (game: 'dice' | 'mines', choice: object) => {
    const [answer] = await games.playRounds([requestOf(playerId, { game, choice: { ...choice } })])
    if (!answer?.ok) throw new Error('it was played')
    return answer.value
  }
  const dice = []
  for (const targetHundredths of [2000, 4000, 6000])
    dice.push(await play('dice', { direction: 'over', targetHundredths }))
  const mines = await play('mines', { mineCount: 1 })
  const requestId = `step-of-${mines.id}-0000000`
  await games.stepRounds([{ playerId, requestId, game: 'mines', roundId: mines.id, tile: 0 }])
  await games.stepRounds([
    { playerId, requestId: `${requestId}2`, game: 'mines', roundId: mines.id, tile: null },
  ])
  await rotateSeeds(playerId)
  await games.advanceSharedRounds()
  const owner = ownerOf(deps.db)
  await owner.begin(async (tx) => {
    await tx`set local session_replication_role = replica`
    await tx`
      update games_shared_round
         set opens_at = opens_at - interval '4 minutes', closes_at = closes_at - interval '4 minutes',
             draws_at = draws_at - interval '4 minutes', settles_at = settles_at - interval '4 minutes',
             ends_at = ends_at - interval '4 minutes'
       where room = 'double' and status = 'open'`
  })
  await games.advanceSharedRounds()
  return { playerId, dice, mines }
}

describe('with all guards bypassed', () => {
  let harness: Harness
  let owner: Db
  let played: Awaited<ReturnType<typeof playSome>>
  beforeAll(async () => {
    harness = await openHarness()
    owner = ownerOf(harness.deps.db)
    played = await playSome(harness)
    await sealNow(harness.deps.db)
    await playSome(harness)
    await sealNow(harness.deps.db)
    await noteEnd(harness.deps.db)
  })
  afterAll(() => harness.close())

  const find = (...damage: string[]) => findingsAfter(owner, sealedTables(), damage)
  const rowOf = (at: number) => `player_id = ${played.playerId} and id = ${played.dice[at]?.id}`
  const transferOf = (at: number) =>
    `player_id = ${played.playerId} and key = (select min(key) from ledger_transfer where key like 'dice:${played.dice[at]?.id}%')`

  test('K9: the seals find nothing in an untouched history, of every table', async () => {
    expect(await verify(harness.deps.db)).toEqual([])
    const counts = await harness.deps.db<{ name: string; rows: number; seals: number }[]>`
      select table_name as name, sum(row_count)::bigint as rows, count(*) as seals
        from platform_seal where row_count > 0 group by table_name order by table_name`
    expect(counts.map(({ name }) => name)).toEqual([
      'games_chain',
      'games_committed_seed',
      'games_kept_seed',
      'games_round',
      'games_seed_pair',
      'games_shared_round',
      'games_step',
      'ledger_entry',
      'ledger_transfer',
    ])
    for (const { name, rows, seals } of counts) {
      const isOnce = name === 'games_chain' || name === 'games_kept_seed' // created before the first round
      expect([name, rows > 1, seals]).toEqual([name, true, isOnce ? 1 : 2])
    }
  })

  test.each([
    ['by a microsecond', `created_at + interval '1 microsecond'`],
    [
      'to the beginning of its month',
      `date_trunc('month', created_at at time zone 'UTC') at time zone 'UTC'`,
    ],
    ['to a time that is not sealed yet', `created_at + interval '10 minutes'`],
  ])('K9: the seals report a transfer that was redated %s', async (_what, at) => {
    const findings = await find(`update ledger_transfer set created_at = ${at} where ${transferOf(1)}`)
    expect(findings.join()).toMatch(
      at.includes('10 minutes')
        ? /^ledger_transfer: rows are gone: 1 of \d+, the first after row \d+\/dice:\d+\S* \(seal \d+\)$/
        : new RegExp(
            `^ledger_transfer: row ${played.playerId}/dice:${played.dice[1]?.id}\\S* is not as it was sealed`,
          ),
    )
  })

  test('K9: the seals report a transfer whose key was changed', async () => {
    expect(
      (await find(`update ledger_transfer set key = 'dice:renamed' where ${transferOf(1)}`)).join(),
    ).toMatch(`ledger_transfer: row ${played.playerId}/dice:renamed is not as it was sealed`)
  })

  test('K9: the seals report entries that changed places', async () => {
    const swap = `update ledger_entry entry set version = 5 - entry.version
                   where player_id = ${played.playerId} and version in (2, 3)`
    expect((await find(swap)).join()).toMatch(
      new RegExp(
        `^ledger_entry: row ${played.playerId}/\\d+/[23] is not as it was sealed, nor are 1 after it`,
      ),
    )
  })

  test.each([
    ['payout', 'payout_cents = payout_cents + 1'],
    ['choice', `choice = '{"direction": "under", "targetHundredths": 2000}'`],
    ['end', `closed_at = closed_at + interval '1 microsecond'`],
  ])('K9: the seals report a round whose %s was rewritten', async (_what, change) => {
    const { playerId, dice } = played
    expect((await find(`update games_round set ${change} where ${rowOf(1)}`)).join()).toMatch(
      `games_round: row ${playerId}/${dice[1]?.id} is not as it was sealed`,
    )
  })

  test('K9: the seals report a rewritten step, and a shared round', async () => {
    const { playerId, mines } = played
    const step = `update games_step set tile = 7 where player_id = ${playerId} and number = 1`
    expect((await find(step)).join()).toMatch(
      `games_step: row ${playerId}/${mines.id}/1 is not as it was sealed`,
    )
    const drawn = `update games_shared_round set outcome = (outcome + 1) % 15 where id = (
                     select min(id) from games_shared_round where ended_at is not null)`
    expect((await find(drawn)).join()).toMatch(/games_shared_round: row \d+ is not as it was sealed/)
  })

  test.each([
    ['a seed in use', 'games_committed_seed', `status = 'current'`],
    ['the next one', 'games_committed_seed', `status = 'next'`],
    ['a revealed one', 'games_seed_pair', `status = 'revealed'`],
  ])('K9: the seals report %s that replaced a committed one', async (_what, name, which) => {
    const another = `server_seed = 'chosen', server_seed_hash = encode(sha256('chosen'), 'hex')`
    const mine = `player_id = ${played.playerId} and ${which}`
    expect((await find(`update games_seed_pair set ${another} where ${mine}`)).join()).toMatch(
      new RegExp(`${name}: row \\d+ is not as it was sealed`),
    )
  })

  test('K9: the seals report a rewritten client seed of a revealed pair, commitment and stored seed', async () => {
    const clientSeed = `update games_seed_pair set client_seed = 'chosen' where status = 'revealed'`
    expect((await find(clientSeed)).join()).toMatch(/games_seed_pair: row \d+ is not as it was sealed/)
    const commitment = `update games_chain set commitment = repeat('0', 64) where id = 1`
    expect((await find(commitment)).join()).toMatch(/games_chain: row 1 is not as it was sealed/)
    const kept = `update games_chain_seed set seed = repeat('0', 64) where chain_id = 1 and place = (
                    select max(place) from games_chain_seed where chain_id = 1)`
    expect((await find(kept)).join()).toMatch(/games_kept_seed: row 1\/\d+ is not as it was sealed/)
  })

  test('K9: the seals report where a row was removed', async () => {
    const { playerId, dice } = played
    const findings = await find(`delete from games_round where ${rowOf(1)}`)
    expect(findings).toEqual([
      `games_round: rows are gone: 1 of 4, the first after row ${playerId}/${dice[0]?.id} (seal 5)`,
    ])
  })

  test.each([
    ['a time that is sealed', `(select min(created_at) from ledger_transfer) + interval '1 microsecond'`],
    ['the beginning of the month', `date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'`],
  ])('K9: the seals report a row added with %s', async (_what, at) => {
    const added = `insert into ledger_transfer (player_id, key, debit_account_id, credit_account_id, amount_cents, created_at)
                   values (${played.playerId}, 'gift:1', 6, 100, 5, ${at})`
    expect((await find(added)).join()).toMatch(
      `ledger_transfer: row ${played.playerId}/gift:1 is not as it was sealed`,
    )
  })

  test.each([
    [
      'rewritten',
      'update platform_seal set row_count = 0, marks = $$$$ where id = 3',
      '3: is not as it was written',
    ],
    ['removed', 'delete from platform_seal where id = 3', '3: is gone; the next one is 4'],
    ['removed at the end', 'delete from platform_seal where id > 8', '9: is gone; the audit names seal 18'],
    [
      'put elsewhere',
      `update platform_seal set id = -id + 7 where id in (3, 4)`,
      '3: does not follow from seal 2',
    ],
  ])('K9: the seals report a seal that was %s', async (_what, damage, finding) => {
    expect(
      await find(
        'alter table platform_seal drop constraint platform_seal_pkey',
        'alter table platform_seal drop constraint platform_seal_check',
        'alter table platform_seal drop constraint platform_seal_previous',
        damage,
      ),
    ).toEqual([`seal ${finding}`])
  })

  test('K9: completely rebuilt seals differ from those in the audit', async () => {
    const findings = await find(
      `update games_round set payout_cents = payout_cents + 1 where ${rowOf(1)}`,
      'create table platform_seal_before as table platform_seal',
      'delete from platform_seal',
    )
    expect(findings).toEqual(['seal 1: is gone; the audit names seal 18'])
  })

  test.each([
    'update platform_seal set to_at = to_at',
    'delete from platform_seal',
    'truncate platform_seal',
  ])('K9: the seals refuse to %s', async (text) => {
    await expect(owner(statement(text))).rejects.toThrow('never changed')
  })
})

test(
  'K9: rows written while several servers seal, and are killed, are sealed exactly once',
  { timeout: 120_000 },
  async () => {
    const harness = await openHarness()
    const { db, config } = harness.deps
    const owner = ownerOf(db)
    let isWorking = true
    const writers = Array.from({ length: 4 }, async () => {
      const playerId = await harness.newPlayer(1_000_000)
      while (isWorking) await harness.games.playRounds([requestOf(playerId), requestOf(playerId)])
    })
    const servers = Array.from({ length: 3 }, () =>
      openDb({ url: config.DATABASE_URL, connections: 2, onLostConnection: () => {} }),
    )
    const sealers = servers.map(async (server) => {
      // A server that lost its connection starts again, as the job does at its next interval.
      while (isWorking) await sealAll(server, sealedTables()).catch(() => {})
    })
    let killed = 0
    const killer = (async () => {
      while (isWorking) {
        const gone = await owner<{ isGone: boolean }[]>`
        select pg_terminate_backend(pid) as "isGone", pg_sleep(0.3)::text
          from pg_locks where locktype = 'advisory' and objid = 7264003
             and database = (select oid from pg_database where datname = current_database())`
        killed += gone.length
      }
    })()
    const sealedRows = async () =>
      (await db<{ sum: number }[]>`select coalesce(sum(row_count), 0)::bigint as sum from platform_seal`)[0]
        ?.sum ?? 0
    // Seals lag ten seconds behind.
    await until('rows are sealed', async () => (await sealedRows()) > 100 && killed > 0, {
      patienceMs: 60_000,
    }).finally(() => (isWorking = false))
    await Promise.all([...writers, ...sealers, killer])
    await sealNow(db)
    expect(await verify(db)).toEqual([])
    const [rows] = await db<{ count: number }[]>`
    select (select count(*) from ledger_transfer) + (select count(*) from ledger_entry)
           + (select count(*) from games_round) + (select count(*) from games_seed_pair) as count`
    expect(await sealedRows()).toBe(rows?.count)
    await Promise.all(servers.map((server) => server.close()))
    await harness.close()
  },
)

import { isCommitted } from '@palpite/games'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerOf } from '../../../../../tools/test/database.ts'
import { systemRandom } from '../../platform/crypto.ts'
import { readSeeds, rotateSeeds as rotateOrRefuse } from './seeds.ts'
import { requestOf, openHarness, type Harness } from '../testing/harness.ts'

let harness: Harness

/** Rotates when no round is open. */
async function rotateSeeds(...asked: Parameters<typeof rotateOrRefuse>) {
  const answer = await rotateOrRefuse(...asked)
  if (!answer.ok) throw new Error(answer.refusal.code)
  return answer.value
}

beforeAll(async () => {
  harness = await openHarness()
  harness.deps.random = systemRandom
})
afterAll(() => harness.close())

describe('the seeds of a player', () => {
  test('are shown by hash, the same until they are rotated', async () => {
    const playerId = await harness.newPlayer(0)
    const shown = await readSeeds(harness.deps, playerId)
    expect(shown).toMatchObject({ nonce: 0, algorithm: 'hmac-sha256' })
    expect(shown.serverSeedHash).not.toBe(shown.nextServerSeedHash)
    expect(await readSeeds(harness.deps, playerId)).toEqual(shown)
  })

  test('requested 20 times at once by a new player are one pair', async () => {
    const playerId = await harness.newPlayer(0)
    const shown = await Promise.all(Array.from({ length: 20 }, () => readSeeds(harness.deps, playerId)))
    expect(new Set(shown.map((seeds) => JSON.stringify(seeds))).size).toBe(1)
  })

  test('are revealed by rotating, and were committed to before the client seed was chosen', async () => {
    const playerId = await harness.newPlayer(1000)
    const before = await readSeeds(harness.deps, playerId)
    await harness.games.playRounds([requestOf(playerId)])
    const { revealed, seeds } = await rotateSeeds(harness.deps, playerId, 'my-own-seed')
    expect(revealed.serverSeedHash).toBe(before.serverSeedHash)
    expect(isCommitted(revealed.serverSeed, before.serverSeedHash)).toBe(true)
    expect(seeds).toMatchObject({
      serverSeedHash: before.nextServerSeedHash,
      clientSeed: 'my-own-seed',
      nonce: 0,
    })
    const again = await rotateSeeds(harness.deps, playerId, 'another')
    expect(isCommitted(again.revealed.serverSeed, before.nextServerSeedHash)).toBe(true)
  })

  test('begin at nonce 0 after each rotation, whatever was played before', async () => {
    const playerId = await harness.newPlayer(1000)
    const nonces = async (rounds: number) => {
      const answers = await harness.games.playRounds(
        Array.from({ length: rounds }, () => requestOf(playerId)),
      )
      return answers.map((answer) => (answer.ok ? answer.value.nonce : answer.refusal.code))
    }
    expect(await nonces(2)).toEqual([0, 1])
    await rotateSeeds(harness.deps, playerId, 'one')
    await rotateSeeds(harness.deps, playerId, 'two')
    expect(await readSeeds(harness.deps, playerId)).toMatchObject({ clientSeed: 'two', nonce: 0 })
    expect([await nonces(1), await nonces(2)]).toEqual([[0], [1, 2]])
    expect(await readSeeds(harness.deps, playerId)).toMatchObject({ clientSeed: 'two', nonce: 3 })
    expect(await harness.verify()).toEqual([])
  })

  test('rotated 20 times at once are revealed one after the other', async () => {
    const playerId = await harness.newPlayer(0)
    const rotated = await Promise.all(
      Array.from({ length: 20 }, (_, at) => rotateSeeds(harness.deps, playerId, `seed-${at}`)),
    )
    expect(new Set(rotated.map(({ revealed }) => revealed.serverSeed)).size).toBe(20)
    const left = await harness.deps.db<{ status: string; count: number }[]>`
      select status, count(*) as count from games_seed_pair where player_id = ${playerId}
       group by status order by status`
    expect(left).toEqual([
      { status: 'current', count: 1 },
      { status: 'next', count: 1 },
      { status: 'revealed', count: 20 },
    ])
  })
})

test('read during a rotation are of one moment', async () => {
  const playerId = await harness.newPlayer(0)
  await readSeeds(harness.deps, playerId)
  let isOver = false
  const rotate = async () => {
    for (let at = 0; at < 40; at += 1) await rotateSeeds(harness.deps, playerId, `turn-${at}`)
    isOver = true
  }
  const look = async () => {
    const pairs: string[] = []
    while (!isOver) {
      const { serverSeedHash, nextServerSeedHash } = await readSeeds(harness.deps, playerId)
      pairs.push(`${serverSeedHash} ${nextServerSeedHash}`)
    }
    return pairs
  }
  const [, ...seen] = await Promise.all([rotate(), look(), look(), look()])
  const made = await harness.deps.db<{ hash: string }[]>`
    select server_seed_hash as hash from games_seed_pair where player_id = ${playerId} order by id`
  const following = new Set(made.slice(1).map(({ hash }, at) => `${made[at]?.hash} ${hash}`))
  expect(seen.flat().filter((pair) => !following.has(pair))).toEqual([])
})

describe('verifying', () => {
  test.each([
    { what: 'one that was left out', nonces: [0, 1, 3] },
    { what: 'one that was used twice', nonces: [0, 1, 1] },
    { what: 'one used twice and one left out, shown by their sum', nonces: [0, 0, 2] },
    { what: 'shown only by the sum of the squares', nonces: [0, 2, 2, 2, 4] },
  ])('detects in the nonces of a pair $what', async ({ nonces }) => {
    const playerId = await harness.newPlayer(1000)
    await harness.games.playRounds(nonces.map(() => requestOf(playerId)))
    expect(await harness.verify()).toEqual([])
    const put = async (all: readonly number[]) => {
      const db = ownerOf(harness.deps.db)
      await db`alter table games_round disable trigger user`
      await db`
        update games_round round set nonce = asked.nonce
          from unnest(${all}::int[]) with ordinality as asked (nonce, place)
         where round.player_id = ${playerId}
           and asked.place = (select count(*) from games_round earlier
                               where earlier.player_id = round.player_id and earlier.id <= round.id)`
      await db`alter table games_round enable trigger user`
    }
    await put(nonces)
    // Rounds that another nonce would have played differently are reported in addition.
    const findings = await harness.verify()
    expect(findings.filter((finding) => finding.startsWith('seed pair'))).toEqual([
      expect.stringMatching(
        new RegExp(
          `^seed pair \\d+: ${nonces.length} rounds were played, the last nonce is ${Math.max(...nonces)},`,
        ),
      ),
    ])
    await put(nonces.map((_nonce, at) => at))
    expect(await harness.verify()).toEqual([])
  })
})

describe('the database', () => {
  test('rejects changing a commitment', async () => {
    const playerId = await harness.newPlayer(0)
    await readSeeds(harness.deps, playerId)
    const db = ownerOf(harness.deps.db)
    await expect(
      db`update games_seed_pair set server_seed = 'other' where player_id = ${playerId}`,
    ).rejects.toThrow(/seed pair/)
    await expect(db`update games_seed_pair set client_seed = 'other'
                      where player_id = ${playerId} and status = 'current'`).rejects.toThrow(/seed pair/)
    await expect(db`update games_seed_pair set status = 'revealed', client_seed = 'x', revealed_at = now()
                      where player_id = ${playerId} and status = 'next'`).rejects.toThrow(/seed pair/)
    await expect(db`delete from games_seed_pair where player_id = ${playerId}`).rejects.toThrow(/seed pair/)
  })

  test.each([
    {
      what: 'an unknown state',
      columns: 'status, client_seed, revealed_at',
      values: "'spare', 'mine', null",
    },
    { what: 'one in use without a client seed', columns: 'status', values: "'current'" },
    { what: 'a waiting one with a client seed', columns: 'status, client_seed', values: "'next', 'mine'" },
    {
      what: 'a revealed one without its moment',
      columns: 'status, client_seed',
      values: "'revealed', 'mine'",
    },
    {
      what: 'one in use with the moment it was revealed',
      columns: 'status, client_seed, revealed_at',
      values: "'current', 'mine', now()",
    },
  ])('rejects a pair that is $what', async ({ columns, values }) => {
    const text = `insert into games_seed_pair (player_id, server_seed, server_seed_hash, algorithm, ${columns})
      values (5, 'one', encode(sha256('one'), 'hex'), 'hmac-sha256', ${values})`
    await expect(harness.deps.db(Object.assign([text], { raw: [text] }))).rejects.toThrow(/seed pair/)
  })

  test('rejects a reveal time without revealing', async () => {
    const playerId = await harness.newPlayer(0)
    await readSeeds(harness.deps, playerId)
    await expect(harness.deps.db`
      update games_seed_pair set revealed_at = now() where player_id = ${playerId} and status = 'current'`).rejects.toThrow(
      /seed pair/,
    )
  })

  test('rejects a seed with a wrong hash, and a second pair in use', async () => {
    const db = ownerOf(harness.deps.db)
    await expect(db`
      insert into games_seed_pair (player_id, status, server_seed, server_seed_hash, algorithm)
      values (5, 'next', 'one', 'not its hash', 'hmac-sha256')`).rejects.toThrow(/seed pair/)
    const playerId = await harness.newPlayer(0)
    await readSeeds(harness.deps, playerId)
    await expect(db`
      insert into games_seed_pair (player_id, status, server_seed, server_seed_hash, client_seed, algorithm)
      select player_id, status, server_seed, server_seed_hash, client_seed, algorithm
        from games_seed_pair where player_id = ${playerId} and status = 'current'`).rejects.toThrow(
      'games_seed_pair_current',
    )
  })
})

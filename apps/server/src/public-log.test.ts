import { createPublicKey, verify } from 'node:crypto'
import {
  chainEntry,
  isConsistent,
  isIncluded,
  leafHash,
  seedEntry,
  type TreeHead,
  treeHeadBytes,
} from '@palpite/games/log'
import { calls } from '@palpite/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownerOf } from '../../../tools/test/database.ts'
import { type Harness, openHarness, requestOf } from './games/testing/harness.ts'
import { publishDays } from './ledger/index.ts'
import { openDb, type Sql } from './platform/db/index.ts'
import { openServer } from './platform/http/server.ts'
import { appendToLog, publish, logKey, verifyPublicLog } from './platform/public-log.ts'
import { publicLogRoutes } from './platform/public-log-routes.ts'
import { verifyPublished } from './verify.ts'

type Head = TreeHead & { signature: string; publicKey: string }

const statement = (text: string) => [text] as unknown as TemplateStringsArray

const openPublic = async (harness: Harness) => {
  const app = await openServer(harness.deps)
  publicLogRoutes(
    { app, authenticate: () => Promise.resolve(undefined), admit: () => Promise.resolve(true) },
    harness.deps,
  )
  const get = async <T>(path: string) => {
    const answer = await app.inject({ url: `/api/app/publicLog${path}` })
    return answer.json<{ status: number; data: T }>()
  }
  return {
    close: () => app.close(),
    get,
    head: async () => (await get<Head>('/head')).data,
    inclusion: async (content: string, size: number) =>
      get<{ leafIndex: number; size: number; path: string[] }>(
        `/inclusion?leafHash=${leafHash(content)}&size=${size}`,
      ),
  }
}

/** Whether the head was signed with the key beside it, as anybody can check. */
const isSigned = (head: Head): boolean => {
  const x = Buffer.from(head.publicKey, 'hex').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, treeHeadBytes(head), key, Buffer.from(head.signature, 'hex'))
}

const DAY_MS = 24 * 60 * 60_000
const endOfToday = () => new Date((Math.floor(Date.now() / DAY_MS) + 1) * DAY_MS)

describe('the public log', () => {
  let harness: Harness
  let open: Awaited<ReturnType<typeof openPublic>>
  beforeAll(async () => {
    harness = await openHarness()
    open = await openPublic(harness)
  })
  afterAll(async () => {
    await open.close()
    await harness.close()
  })

  test('has no head before the first commitment', async () => {
    expect((await open.get('/head')).status).toBe(404)
    expect(await open.get('/entries?from=0&count=10')).toMatchObject({ data: { entries: [] } })
    expect((await open.inclusion('seed', 1)).status).toBe(404)
  })

  test('1.19 has every server seed and every chain, each proven to be in it, under a head that the house signed', async () => {
    const playerId = await harness.newPlayer(1000)
    await harness.games.playRounds([requestOf(playerId)])
    await harness.games.advanceSharedRounds()
    await appendToLog(harness.deps)
    const head = await open.head()
    expect(calls['GET /api/app/publicLog/head'].data.parse(head)).toEqual(head)
    expect(isSigned(head)).toBe(true)
    expect(isSigned({ ...head, size: head.size + 1 })).toBe(false)
    const pairs = await harness.deps.db<{ hash: string }[]>`
      select server_seed_hash as hash from games_seed_pair where player_id = ${playerId}`
    const chains = await harness.deps.db<{ room: string; commitment: string; salt: string }[]>`
      select room, commitment, salt from games_chain`
    expect([pairs.length, chains.length]).toEqual([2, 5])
    for (const content of [...pairs.map(({ hash }) => seedEntry(hash)), ...chains.map(chainEntry)]) {
      const { data } = await open.inclusion(content, head.size)
      expect(isIncluded(leafHash(content), data, head.rootHash)).toBe(true)
    }
    expect((await open.inclusion('seed of nobody', head.size)).status).toBe(404)
    expect((await open.inclusion(seedEntry(pairs[0]?.hash ?? ''), head.size + 1)).status).toBe(404)
  })

  test('is proven to extend every earlier version of itself', async () => {
    const heads = [await open.head()]
    for (const count of [1, 3, 7, 2]) {
      const contents = Array.from({ length: count }, (_, at) => `test ${heads.length} ${at}`)
      await harness.deps.db.begin((tx) => publish(tx, contents))
      await appendToLog(harness.deps)
      heads.push(await open.head())
    }
    for (const earlier of heads)
      for (const later of heads.filter(({ size }) => size >= earlier.size)) {
        const { data } = await open.get<{ path: string[] }>(
          `/consistency?earlier=${earlier.size}&later=${later.size}`,
        )
        expect(isConsistent(earlier, later, data.path)).toBe(true)
      }
    const { size } = await open.head()
    for (const path of [`earlier=0&later=${size}`, `earlier=1&later=${size + 1}`, 'earlier=3&later=2'])
      expect((await open.get(`/consistency?${path}`)).status).toBe(404)
  })

  test('accepts only short single lines', async () => {
    for (const content of ['', 'two\nlines', 'é', 'x'.repeat(301)])
      await expect(harness.deps.db.begin((tx) => publish(tx, [content]))).rejects.toThrow('not an entry')
  })

  test('drops entries of a failed command', async () => {
    const undone = new Error('undone')
    const work = harness.deps.db.begin(async (tx) => {
      await publish(tx, ['never'])
      throw undone
    })
    await expect(work).rejects.toBe(undone)
    await appendToLog(harness.deps)
    expect((await open.inclusion('never', (await open.head()).size)).status).toBe(404)
  })

  test('has each entry once and without a gap, however many servers append at once', async () => {
    const { deps } = harness
    const servers = Array.from({ length: 3 }, () =>
      openDb({ url: deps.config.DATABASE_URL, connections: 2, onLostConnection: () => {} }),
    )
    const before = (await open.head()).size
    const lists = Array.from({ length: 30 }, (_, list) =>
      Array.from({ length: 5 }, (_each, at) => `at once ${list} ${at}`),
    )
    await Promise.all(
      lists.map(async (contents, list) => {
        const db = servers[list % servers.length] ?? deps.db
        await db.begin((tx) => publish(tx, contents))
        await appendToLog({ ...deps, db })
      }),
    )
    await appendToLog(deps)
    const { size } = await open.head()
    expect(size).toBe(before + 150)
    const { data } = await open.get<{ entries: string[] }>(`/entries?from=${before}&count=1000`)
    expect(data.entries.toSorted()).toEqual(lists.flat().toSorted())
    expect(await verifyPublished(deps.db, logKey(deps.config))).toEqual([])
    await Promise.all(servers.map((server) => server.close()))
  })

  test('verifies while it grows', async () => {
    const { deps } = harness
    let added = 0
    const tag = async (...[text, ...values]: Parameters<Sql>) => {
      const rows = await deps.db(text, ...values)
      if (rows.length === 0 && added < 3) {
        added += 1
        await deps.db.begin((tx) => publish(tx, [`while it is read ${added}`]))
        await appendToLog(deps)
      }
      return rows as never
    }
    const growing: Sql = Object.assign(tag, { database: deps.db.database })
    expect(await verifyPublicLog(growing, logKey(deps.config))).toEqual([])
    expect(added).toBe(3)
  })

  test('rate-limits readers', async () => {
    let refused = 0
    for (let count = 0; count < 120; count += 1)
      if ((await open.get('/entries?from=0&count=1')).status !== 200) refused += 1
    expect(refused).toBeGreaterThan(0)
  })
})

describe('with all guards bypassed', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await openHarness()
    const playerId = await harness.newPlayer(1000)
    await harness.games.playRounds([requestOf(playerId), requestOf(playerId)])
    await harness.games.advanceSharedRounds()
    await publishDays(harness.deps, endOfToday())
    await appendToLog(harness.deps)
  })
  afterAll(() => harness.close())

  /** The findings after damage by a superuser. The damage is rolled back. */
  const findingsAfter = async (...damage: string[]): Promise<string[]> => {
    const undo = new Error('undone')
    let findings: string[] = []
    const work = ownerOf(harness.deps.db).begin(async (tx) => {
      await tx`set local session_replication_role = replica`
      for (const text of damage) await tx(statement(text))
      findings = await verifyPublished(tx as never, logKey(harness.deps.config))
      throw undo
    })
    await expect(work).rejects.toBe(undo)
    return findings
  }

  test.each([
    [
      'an entry was rewritten',
      `update platform_public_log_entry set content = 'seed x' where place = 1`,
      /^public log: entries 1 to 1 are not as they were added$/,
    ],
    [
      'an entry was removed',
      'delete from platform_public_log_entry where place = 2',
      /^public log: entry 2 is gone$/,
    ],
    [
      'a kept hash was changed',
      'update platform_public_log_node set hash = sha256(hash) where level = 1 and place = 0',
      /^public log: entries 0 to 1 are not as they were added$/,
    ],
    [
      'a head was changed',
      `update platform_public_log_head set root_hash = repeat('ab', 32)`,
      /is not over its entries$/,
    ],
    [
      'a head was signed anew by somebody else',
      `update platform_public_log_head set signature = repeat('ab', 64)`,
      /was not signed by its key$/,
    ],
    [
      'an entry was added under no head',
      `insert into platform_public_log_entry (place, content) values (100000, 'seed y')`,
      /^public log: entry 100000 is under no head$/,
    ],
    [
      'a pair was never committed to',
      `update games_seed_pair set server_seed_hash = repeat('ab', 32) where id = (select min(id) from games_seed_pair)`,
      /^"seed (ab){32}" does not stand in the public log$/,
    ],
    [
      'a chain is another than was committed to',
      `update games_chain set commitment = repeat('cd', 32) where room = 'double'`,
      /^"chain double (cd){32} \w+" does not stand in the public log$/,
    ],
    [
      'a transfer of a published day was changed',
      'update ledger_transfer set amount_cents = amount_cents + 1',
      /^ledger day [\d-]+: its rows are not those that were published$/,
    ],
    [
      'an entry of a published day was dated anew',
      `update ledger_entry set created_at = created_at - interval '1 microsecond'`,
      /^ledger day [\d-]+: its rows are not those that were published$/,
    ],
    [
      'a day was published otherwise than in the log',
      `update ledger_day set root_hash = repeat('ef', 32)`,
      /^ledger day: "ledger [\d-]+ (ef){32} \d+ \d+" does not stand in the public log\n/,
    ],
  ])('the verification reports that %s', async (_what, damage, finding) => {
    expect((await findingsAfter(damage)).join('\n')).toMatch(finding)
  })

  test('a day is published once, and only when it is over', async () => {
    expect(await publishDays(harness.deps, endOfToday())).toBe(0)
    expect(await publishDays(harness.deps, new Date(endOfToday().getTime() + DAY_MS - 1))).toBe(0)
  })

  test('the verification finds nothing in an untouched log', async () => {
    expect(await verifyPublished(harness.deps.db, logKey(harness.deps.config))).toEqual([])
  })
})

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import pg from 'pg'
import { freshDatabase, type FreshDatabase } from '../../../../tools/test/database.ts'
import { audit, type AuditEntry, readAudit, readAuditHead, readAuditPage, verifyAudit } from './audit.ts'
import { auditHash, canonicalJson } from './audit-rules.ts'

let fresh: FreshDatabase
beforeEach(async () => {
  fresh = await freshDatabase()
})
afterEach(() => fresh.drop())

const signedIn = (id: number): AuditEntry => ({
  actor: { kind: 'operator', id },
  action: 'operator.signed_in',
  subject: `operator:${id}`,
  details: { network: '10.0.0.0/24', b: 1, a: { z: 1, y: [2, null] } },
})

const write = (...entries: AuditEntry[]) => fresh.db.begin((tx) => audit(tx, ...entries))

/** Runs statements as a superuser, bypassing the triggers. */
async function pastTheGuards(...statements: string[]) {
  const client = new pg.Client({ connectionString: fresh.ownerUrl })
  await client.connect()
  await client.query('set session_replication_role = replica')
  for (const text of statements) await client.query(text)
  await client.end()
}

describe('the audit chain', () => {
  test('verifies when empty, and with rows written singly, in lists and concurrently', async () => {
    expect(await verifyAudit(fresh.db)).toEqual([])
    await write(signedIn(1))
    await write(signedIn(2), signedIn(3))
    await Promise.all(Array.from({ length: 20 }, (_none, at) => write(signedIn(at + 4))))
    expect(await verifyAudit(fresh.db)).toEqual([])
    const rows = await readAudit(fresh.db, { max: 100 })
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 23 }, (_none, at) => 23 - at))
    expect(rows.at(-1)).toMatchObject({ actorKind: 'operator', actorId: 1, details: { b: 1 } })
    expect(await readAuditHead(fresh.db)).toMatchObject({ lastId: 23, lastHash: rows[0]?.hash })
  })

  test('has no entry of a transaction that is rolled back', async () => {
    const undone = fresh.db.begin(async (tx) => {
      await audit(tx, signedIn(1))
      throw new Error('undo it')
    })
    await expect(undone).rejects.toThrow('undo it')
    expect(await readAudit(fresh.db, { max: 10 })).toEqual([])
    await write(signedIn(2))
    expect(await verifyAudit(fresh.db)).toEqual([])
  })

  test('finds the acts of one operator and of one kind, also within a subject', async () => {
    const act = (id: number, action: string, subject: string): AuditEntry => ({
      actor: { kind: 'operator', id },
      action,
      subject,
    })
    await write(
      act(1, 'player.lx_set', 'player:7'),
      act(2, 'player.lx_set', 'player:7'),
      act(1, 'player.looked_up', 'player:7'),
      act(1, 'player.lx_set', 'player:8'),
    )
    const found = async (asked: Parameters<typeof readAudit>[1]) =>
      (await readAudit(fresh.db, asked)).map(({ id }) => id)
    expect(await found({ max: 9, operatorId: 1, action: 'player.lx_set' })).toEqual([4, 1])
    expect(await found({ max: 1, operatorId: 1, action: 'player.lx_set', beforeId: 4 })).toEqual([1])
    expect(await found({ max: 9, subject: 'player:7', operatorId: 1 })).toEqual([3, 1])
    expect(await found({ max: 9, subject: 'player:7', action: 'player.lx_set' })).toEqual([2, 1])
    expect(await found({ max: 9, subject: 'player:9', action: 'player.lx_set' })).toEqual([])
  })

  test('ends a page of a long subject at its scan limit, and continues there', async () => {
    await pastTheGuards(
      `insert into platform_audit (id, at, actor_kind, actor_id, action, subject, details, previous_hash, hash)
       select n, now(), 'operator', 1, case when n = 5 then 'players.found' else 'players.searched' end, 'players', '{}',
              encode(sha256(n::text::bytea), 'hex'), encode(sha256((n + 1)::text::bytea), 'hex')
         from generate_series(1, 20010) n`,
    )
    const asked = { max: 10, subject: 'players', action: 'players.found' }
    const first = await readAuditPage(fresh.db, asked)
    expect(first).toEqual({ rows: [], next: 11 })
    const second = await readAuditPage(fresh.db, { ...asked, beforeId: 11 })
    expect(second).toMatchObject({ rows: [{ id: 5 }], next: null })
  })

  test('masks tax ids in texts, and rejects a detail named like a secret', async () => {
    await write({
      ...signedIn(1),
      details: { note: 'CPF 529.982.247-25 or 52998224725', list: ['11222333000181'] },
    })
    expect((await readAudit(fresh.db, { max: 1 }))[0]?.details).toEqual({
      note: 'CPF *** or ***',
      list: ['***'],
    })
    await expect(write({ ...signedIn(1), details: { inner: { newPassword: 'x' } } })).rejects.toThrow(
      'the audit stores no newPassword',
    )
  })

  test('keeps ids whole, where digits in a row are chance', async () => {
    const ids = ['52998224725abcdef0123456789abcde', 'a11222333000181bcdef0123456789abc', 'A52998224725B']
    await write({ ...signedIn(1), details: { ids } })
    expect((await readAudit(fresh.db, { max: 1 }))[0]?.details).toEqual({ ids })
  })

  test.each([
    'update platform_audit set subject = subject',
    'delete from platform_audit',
    'truncate platform_audit',
    'update platform_audit_head set last_id = 0',
    'delete from platform_audit_head',
    'truncate platform_audit_head',
  ])('refuses to %s', async (text) => {
    await write(signedIn(1))
    const client = new pg.Client({ connectionString: fresh.ownerUrl })
    await client.connect()
    await expect(client.query(text)).rejects.toThrow(/never changed|only goes on/)
    await client.end()
  })
})

describe('with all guards bypassed, the verifier reports', () => {
  beforeEach(() => write(...[1, 2, 3, 4, 5].map(signedIn)))

  test.each([
    [
      'a row whose details were altered',
      `update platform_audit set details = '{}' where id = 3`,
      '3: is not as it was written',
    ],
    [
      'a row that tells of somebody else',
      'update platform_audit set actor_id = 9 where id = 2',
      '2: is not as it was written',
    ],
    [
      'a row dated anew',
      `update platform_audit set at = at - interval '1 second' where id = 4`,
      '4: is not as it was written',
    ],
    ['a removed row', 'delete from platform_audit where id = 3', '3: is gone; the next one is 4'],
    ['a removed first row', 'delete from platform_audit where id = 1', '1: is gone; the next one is 2'],
    ['removed last rows', 'delete from platform_audit where id > 3', '4: is gone; the chain goes on to 5'],
    [
      'a head that was put back',
      'update platform_audit_head set last_id = 4',
      '4: is not the one that the head of the chain names',
    ],
  ])('%s', async (_what, statement, finding) => {
    await pastTheGuards(statement)
    expect(await verifyAudit(fresh.db)).toEqual([`audit row ${finding}`])
  })

  test('rows that changed places', async () => {
    await pastTheGuards(
      'update platform_audit set id = 100 where id = 2',
      'update platform_audit set id = 2 where id = 3',
      'update platform_audit set id = 3 where id = 100',
    )
    expect(await verifyAudit(fresh.db)).toEqual(['audit row 2: does not follow from row 1'])
  })

  test('a removed row whose followers were renumbered', async () => {
    await pastTheGuards(
      'delete from platform_audit where id = 3',
      'update platform_audit set id = id - 1 where id = 4',
      'update platform_audit set id = id - 1 where id = 5',
      'update platform_audit_head set last_id = 4',
    )
    expect(await verifyAudit(fresh.db)).toEqual(['audit row 3: does not follow from row 2'])
  })

  test('a rewritten row with a new hash, at the row after it', async () => {
    const row = (await readAudit(fresh.db, { max: 5 })).find(({ id }) => id === 3)
    if (!row) throw new Error('row 3 is there')
    const forged = auditHash({ ...row, actorId: 9 })
    await pastTheGuards(`update platform_audit set actor_id = 9, hash = '${forged}' where id = 3`)
    expect(await verifyAudit(fresh.db)).toEqual(['audit row 4: does not follow from row 3'])
  })
})

test('the canonical text of a value does not depend on the order of its keys', () => {
  expect(canonicalJson({ b: [1, { d: 'é"', c: null }], a: true })).toBe(
    '{"a":true,"b":[1,{"c":null,"d":"é\\""}]}',
  )
})

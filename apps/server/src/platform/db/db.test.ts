import fc from 'fast-check'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../../../tools/test/database.ts'
import { brokeUnique, type Db, isFault, migrate, openDb, type Tx } from './index.ts'

let fresh: FreshDatabase
beforeAll(async () => {
  fresh = await freshDatabase()
  await fresh.owner`create table thing (id int primary key, n int not null)`
})
afterAll(() => fresh.drop())

const insert = (tx: Tx, id: number) => tx`insert into thing (id, n) values (${id}, 0)`
const waitsForLock = async () => {
  const waiting = await fresh.owner`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  return waiting.length > 0
}
const ids = async () =>
  (await fresh.owner<{ id: number }[]>`select id from thing order by id`).map(({ id }) => id)

describe('a transaction', () => {
  test('is rolled back when the work throws', async () => {
    const work = fresh.owner.begin(async (tx) => {
      await insert(tx, 1)
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect(await ids()).not.toContain(1)
  })

  test('is rolled back when one of the statements sent together fails', async () => {
    const work = fresh.owner.begin((tx) => Promise.all([insert(tx, 2), insert(tx, 2), insert(tx, 3)]))
    await expect(work).rejects.toThrow('duplicate key')
    expect(await ids()).not.toContain(2)
    expect(await ids()).not.toContain(3)
  })

  test('fails with the first failure, though others are noticed before it', async () => {
    const far = async (tx: Tx) => {
      const rows = await Promise.all([insert(tx, 2), insert(tx, 2)])
      return [rows]
    }
    const work = fresh.owner.begin((tx) => Promise.all([far(tx), ...[3, 4, 5].map((id) => insert(tx, id))]))
    await expect(work).rejects.toThrow('duplicate key')
  })

  test('whose failure was swallowed does not count as committed', async () => {
    const work = fresh.owner.begin(async (tx) => {
      await insert(tx, 4)
      await insert(tx, 4).catch(() => {})
      return 'done'
    })
    await expect(work).rejects.toThrow('a transaction that had failed was committed')
    expect(await ids()).not.toContain(4)
  })

  test('runs nothing after its end', async () => {
    let kept: Tx | undefined
    await fresh.owner.begin(async (tx) => {
      kept = tx
      await insert(tx, 5)
    })
    if (!kept) throw new Error('a runner')
    await expect(insert(kept, 6)).rejects.toThrow('after its transaction had ended')
    // A branch that continues after another one failed would write outside the transaction.
    let letGo = () => {}
    const ended = new Promise<void>((resolve) => (letGo = resolve))
    let branch: Promise<unknown> = ended
    const work = fresh.owner.begin((tx) => {
      branch = ended.then(() => insert(tx, 7))
      return Promise.all([tx`select 1 / 0 as broken`, branch])
    })
    await expect(work).rejects.toThrow('division by zero')
    letGo()
    await expect(branch).rejects.toThrow('after its transaction had ended')
    expect(await ids()).not.toContain(6)
    expect(await ids()).not.toContain(7)
  })

  test('runs after-commit actions, unless it is rolled back', async () => {
    let ran = 0
    const write = (id: number) =>
      fresh.owner.begin(async (tx) => {
        tx.afterCommit(() => (ran += 1))
        await Promise.all([insert(tx, id), insert(tx, 100 + id)])
      })
    await write(9)
    await expect(write(9)).rejects.toThrow('duplicate key')
    expect(await ids()).toEqual(expect.arrayContaining([9, 109]))
    expect(ran).toBe(1)
  })

  test('reads after a lock, in the same pipeline, what the holder of the lock committed', async () => {
    await fresh.owner`insert into thing (id, n) values (41, 1)`
    let release = () => {}
    const held = new Promise<void>((resolve) => (release = resolve))
    let holder: Promise<unknown> = Promise.resolve()
    await new Promise<void>((locked) => {
      holder = fresh.owner.begin(async (tx) => {
        await tx`update thing set n = 2 where id = 41`
        locked()
        await held
      })
    })
    const reader = fresh.owner.begin((tx) =>
      Promise.all([
        tx`select id from thing where id = 41 for update`,
        tx<{ n: number }[]>`select n from thing where id = 41`,
      ]),
    )
    await expect.poll(waitsForLock).toBe(true)
    release()
    await holder
    const [, rows] = await reader
    expect(rows).toEqual([{ n: 2 }])
  })

  test('whose statement failed leaves the connection usable', async () => {
    const divide = (tx: Tx, by: number) =>
      tx<{ n: number }[]>`select 100 / ${by}::int as n, ${'as it was'}::text as words`
    const one = openDb({ url: fresh.ownerUrl, connections: 1, onLostConnection: () => {} })
    // Its first run fails after it was prepared; then it runs beside another, and twice in one pipeline.
    await expect(one.begin((tx) => divide(tx, 0))).rejects.toThrow('division by zero')
    const again = await one.begin((tx) => Promise.all([divide(tx, 4), insert(tx, 13), divide(tx, 5)]))
    expect(again).toEqual([[{ n: 25, words: 'as it was' }], [], [{ n: 20, words: 'as it was' }]])
    const failing = [divide, insert].map((request) =>
      one.begin((tx) => Promise.all([divide(tx, 0), request(tx, 14)])),
    )
    for (const ended of await Promise.allSettled(failing)) {
      expect(ended).toMatchObject({ status: 'rejected', reason: { message: 'division by zero' } })
    }
    expect(await one.begin((tx) => divide(tx, 2))).toEqual([{ n: 50, words: 'as it was' }])
    // A statement that cannot be prepared fails with its own error each time, even if sent twice before that.
    const wrong = (tx: Tx) => tx`select n from nowhere`
    for (const _time of [1, 2]) {
      await expect(one.begin((tx) => Promise.all([wrong(tx), wrong(tx)]))).rejects.toThrow('does not exist')
    }
    expect(await one.begin((tx) => divide(tx, 2))).toEqual([{ n: 50, words: 'as it was' }])
    await one.close()
  })

  test.each(['between two statements', 'during one'])(
    'whose connection dies %s fails as such',
    async (when) => {
      const dying = fresh.owner.begin(async (tx) => {
        const [own] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid`
        const kill = () => fresh.owner`select pg_terminate_backend(${own?.pid ?? 0})`
        if (when === 'during one') {
          await Promise.all([tx`select pg_sleep(600)`, kill()])
          return
        }
        await kill()
        await tx`select 1`
      })
      const error: unknown = await dying.catch((failure: unknown) => failure)
      expect(isFault(error)).toBe(true)
      expect(await fresh.owner`select 1 as one`).toEqual([{ one: 1 }])
    },
  )

  test('a violated unique index is recognised by name', async () => {
    const error: unknown = await fresh.owner
      .begin((tx) => Promise.all([insert(tx, 30), insert(tx, 30)]))
      .catch((failure: unknown) => failure)
    expect(brokeUnique(error, 'thing_pkey')).toBe(true)
    expect(brokeUnique(error, 'other')).toBe(false)
    expect(isFault(error)).toBe(false)
  })
})

describe('values', () => {
  const orNull = <T>(one: fc.Arbitrary<T>) => fc.array(fc.oneof(one, fc.constant(null)))

  test('any list of texts and numbers round-trips', async () => {
    const marks = fc.constantFrom('NULL', '', '{', '"', '\\', ',', ' a ', 'ação', 'gol ⚽', '𝟙')
    const texts = orNull(fc.oneof(fc.string({ unit: 'binary' }), marks))
    const bounds = fc.constantFrom(0, -1, 2 ** 31, 2 ** 32, -(2 ** 32), 2 ** 53 - 1, 1 - 2 ** 53)
    const large = orNull(fc.oneof(fc.maxSafeInteger(), bounds))
    const small = orNull(fc.oneof(fc.integer(), fc.constantFrom(2 ** 31 - 1, -(2 ** 31))))
    await fc.assert(
      fc.asyncProperty(texts, large, small, fc.array(fc.boolean()), async (some, many, few, yes) => {
        const clean = some.map((text) => text?.replaceAll('\0', '') ?? null)
        const [row] = await fresh.owner<object[]>`
          select to_json(${clean}::text[]) as texts, to_json(${many}::bigint[]) as large,
                 to_json(${few}::int[]) as small, to_json(${few}::integer[]) as "smallToo",
                 to_json(${yes}::boolean[]) as yes`
        expect(row).toEqual({ texts: clean, large: many, small: few, smallToo: few, yes })
      }),
      { numRuns: 60 },
    )
  })

  test.each([
    { what: 'a number that is text', values: [1, '2'], sum: 3 },
    { what: 'no element', values: [], sum: null },
  ])('accepts a list of numbers with $what', async ({ values, sum }) => {
    const rows = await fresh.owner<
      object[]
    >`select sum(n)::bigint as sum from unnest(${values}::bigint[]) as n`
    expect(rows).toEqual([{ sum }])
  })

  test('refuses a list with half a cent, or a number too large for its column', async () => {
    await expect(fresh.owner`select ${[0.5]}::bigint[]`).rejects.toThrow('invalid input syntax')
    await expect(fresh.owner`select ${[2 ** 31]}::int[]`).rejects.toThrow('out of range')
  })

  test('instants in a list keep their milliseconds', async () => {
    const at = [new Date('2026-02-28T23:59:59.987Z'), null]
    const rows = await fresh.owner<{ at: Date | null }[]>`select at from unnest(${at}::timestamptz[]) as at`
    expect(rows.map((row) => row.at)).toEqual(at)
  })

  test('a whole number beyond 2^53 is a bug, not rounded', async () => {
    await expect(fresh.owner`select 9007199254740993::bigint as n`).rejects.toThrow('within 2^53')
  })
})

describe('migrations', () => {
  const folders = (files: Record<string, string>) => {
    const folder = mkdtempSync(join(tmpdir(), 'migrations-'))
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
    return { folder, remove: () => rmSync(folder, { recursive: true }) }
  }

  test('run in order, once, however many servers start at once', async () => {
    const { folder, remove } = folders({
      '0002-fill.sql': 'insert into moved (n) values (1)',
      '0001-make.sql': 'create table moved (n int); select pg_sleep(0.1)',
    })
    const ran = await Promise.all(
      Array.from({ length: 4 }, () => migrate(fresh.ownerUrl, [{ module: 'trial', folder }])),
    )
    remove()
    expect(ran.flat()).toEqual(['trial/0001-make.sql', 'trial/0002-fill.sql'])
    expect(await fresh.owner`select n from moved`).toEqual([{ n: 1 }])
  })

  test('refuse a database created by other files, and change nothing', async () => {
    const first = folders({ '0001-make.sql': 'create table kept (n int)' })
    await migrate(fresh.ownerUrl, [{ module: 'kept', folder: first.folder }])
    first.remove()
    const changed = folders({
      '0001-make.sql': 'create table kept (n bigint)',
      '0002-add.sql': 'create table added (n int)',
    })
    const other = migrate(fresh.ownerUrl, [{ module: 'kept', folder: changed.folder }])
    await expect(other).rejects.toThrow(
      'kept/0001-make.sql is not the one here): start with an empty database',
    )
    changed.remove()
    expect(await fresh.owner`select to_regclass('added') as added`).toEqual([{ added: null }])
  })

  test('belong to the owner: the application starts if none is missing, and otherwise names the missing one', async () => {
    const { folder, remove } = folders({ '0001-make.sql': 'create table owned (n int)' })
    const asApp = () => migrate(fresh.url, [{ module: 'owned', folder }])
    await expect(asApp()).rejects.toThrow(
      'The database lacks owned/0001-make.sql, and its role palpite_app may not make tables: name the owner',
    )
    await migrate(fresh.ownerUrl, [{ module: 'owned', folder }])
    expect(await asApp()).toEqual([])
    remove()
  })

  test('waiting for a slow reader block nobody behind them, and run once it is gone', async () => {
    const first = folders({ '0001-make.sql': 'create table busy (n int)' })
    await migrate(fresh.ownerUrl, [{ module: 'busy', folder: first.folder }])
    first.remove()
    const { folder, remove } = folders({
      '0001-make.sql': 'create table busy (n int)',
      '0002-add.sql': 'alter table busy add column more int',
    })
    let letGo = () => {}
    const held = new Promise<void>((done) => (letGo = done))
    const reading = fresh.owner.begin(async (tx) => {
      await tx`select from busy`
      await held
    })
    const migrating = migrate(fresh.ownerUrl, [{ module: 'busy', folder }])
    const waits = () => fresh.owner`
      select from pg_locks join pg_database on pg_database.oid = pg_locks.database
       where datname = current_database() and mode = 'AccessExclusiveLock' and not granted`
    await expect.poll(async () => (await waits()).length).toBe(1)
    await fresh.owner`insert into busy (n) values (1)` // queued behind the migration, which waits for the reader
    letGo()
    await reading
    expect(await migrating).toEqual(['busy/0002-add.sql'])
    remove()
  })

  test('build an index beside writers, if their file says so', async () => {
    const { folder, remove } = folders({
      '0001-make.sql': 'create table listed (n int)',
      '0002-index.sql': `-- outside of a transaction: nobody waits
        drop index concurrently if exists listed_n;
        create index concurrently listed_n on listed (n);\n`,
    })
    await migrate(fresh.ownerUrl, [{ module: 'listed', folder }])
    remove()
    expect(
      await fresh.owner`select indisvalid as valid from pg_index where indexrelid = 'listed_n'::regclass`,
    ).toEqual([{ valid: true }])
  })

  test('refuse a database of a version that stored no checksums', async () => {
    const old = await freshDatabase()
    const { folder, remove } = folders({ '0001-make.sql': 'select 1' })
    await old.owner`drop table platform_migration`
    await old.owner`create table platform_migration (room text not null, name text not null)`
    await expect(migrate(old.ownerUrl, [{ module: 'old', folder }])).rejects.toThrow(
      'another version of Palpite',
    )
    remove()
    await old.drop()
  })

  test('that fail name the file, and leave nothing of it', async () => {
    const { folder, remove } = folders({ '0001-half.sql': 'create table half (n int); select 1 / 0' })
    await expect(migrate(fresh.ownerUrl, [{ module: 'broken', folder }])).rejects.toThrow(
      'broken/0001-half.sql',
    )
    remove()
    expect(await fresh.owner`select to_regclass('half') as half`).toEqual([{ half: null }])
  })
})

test('an unreachable database is a fault', async () => {
  const db = openDb({ url: 'postgres://nobody@127.0.0.1:1/none', connections: 2, onLostConnection: () => {} })
  await expect(db.begin(() => Promise.resolve())).rejects.toThrow('cannot be reached')
  await db.close()
})

test.each([
  { what: 'a transaction', write: (db: Db) => db.begin((tx) => insert(tx, 90)) },
  { what: 'a statement alone', write: (db: Db) => db`insert into thing (id, n) values (91, 0)` },
])(
  'a read-only database is a fault of $what, and the connection is replaced by one to the writer',
  async ({ write }) => {
    const db = openDb({ url: fresh.ownerUrl, connections: 1, onLostConnection: () => {} })
    try {
      await db`set default_transaction_read_only = on` // like a standby, or a demoted primary
      const refused: unknown = await write(db).catch((error: unknown) => error)
      expect(isFault(refused)).toBe(true)
      expect(await write(db)).toEqual([])
    } finally {
      await db.close()
    }
  },
)

import fc from 'fast-check'
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshDatabase, type FreshDatabase } from '../../../../../tools/test/database.ts'
import { type Db, openDb } from './index.ts'
import { type RowTap, withoutRows } from './row-client.ts'

let fresh: FreshDatabase
let one: Db
beforeAll(async () => {
  fresh = await freshDatabase()
  one = openDb({ url: fresh.url, connections: 1, onLostConnection: () => {} })
})
afterAll(async () => {
  await one.close()
  await fresh.drop()
})

/** The first run of a statement on a connection comes as text, all later ones in binary form. */
const thrice = async <T>(request: () => Promise<T>): Promise<T[]> => [
  await request(),
  await request(),
  await request(),
]

describe('a row reads the same whenever its statement runs', () => {
  test('with values of every type that is read from its bytes', async () => {
    const runs = await thrice(
      () => one<object[]>`
        select 9007199254740991::bigint as max, -9007199254740991::bigint as min, -1::bigint as minus,
               4294967296::bigint as wide, (-2147483648)::int as int, 2147483647::int as "maxInt",
               (-32768)::smallint as small, 32767::smallint as "maxSmall",
               -0.1::float8 as float, 'NaN'::float8 as nan, '-0'::float8 as "minusNull",
               '-infinity'::float8 as "minusInfinity", true as yes, false as no,
               'não ✓ 🐆'::text as text, ''::text as empty, 'abc'::varchar(10) as var,
               '{"a": [1, null, "ç"]}'::json as json, null::bigint as nothing, null::text as wordless,
               '2026-11-22 08:09:10.987654-03'::timestamptz as at,
               '1969-12-31 23:59:59.999999+00'::timestamptz as early,
               '0001-01-01 00:00:00+00'::timestamptz as first,
               '4713-11-24 00:00:00+00 BC'::timestamptz as "firstOfAll",
               '275760-09-13 00:00:00+00'::timestamptz as last,
               'infinity'::timestamptz as never, '-infinity'::timestamptz as ever`,
    )
    const row = {
      max: Number.MAX_SAFE_INTEGER,
      min: Number.MIN_SAFE_INTEGER,
      minus: -1,
      wide: 2 ** 32,
      int: -2_147_483_648,
      maxInt: 2_147_483_647,
      small: -32_768,
      maxSmall: 32_767,
      float: -0.1,
      nan: Number.NaN,
      minusNull: -0,
      minusInfinity: -Infinity,
      yes: true,
      no: false,
      text: 'não ✓ 🐆',
      empty: '',
      var: 'abc',
      json: { a: [1, null, 'ç'] },
      nothing: null,
      wordless: null,
      at: new Date('2026-11-22T11:09:10.987Z'),
      early: new Date('1969-12-31T23:59:59.999Z'),
      first: new Date('0001-01-01T00:00:00.000Z'),
      firstOfAll: new Date('-004712-11-24T00:00:00.000Z'),
      last: new Date(8.64e15),
      never: Infinity,
      ever: -Infinity,
    }
    expect(runs).toEqual([[row], [row], [row]])
  })

  test('with a value that is only read as text among them', async () => {
    const runs = await thrice(
      () =>
        one<object[]>`select 12::bigint as n, 1.50::numeric as amount, '{1,2}'::int[] as list, true as yes`,
    )
    const row = { n: 12, amount: '1.50', list: [1, 2], yes: true }
    expect(runs).toEqual([[row], [row], [row]])
  })

  test('also when it is asked twice before it was ever answered', async () => {
    const db = openDb({ url: fresh.url, connections: 1, onLostConnection: () => {} })
    const request = (sql: Db | Parameters<Parameters<Db['begin']>[0]>[0], n: number) =>
      sql<{ n: number }[]>`select ${n}::bigint as n, ${String(n)} as text`
    const together = await db.begin((tx) => Promise.all([request(tx, 1), request(tx, 2)]))
    const later = await db.begin((tx) => Promise.all([request(tx, 3), request(tx, 4)]))
    await db.close()
    const row = (n: number) => [{ n, text: String(n) }]
    expect([...together, ...later]).toEqual([row(1), row(2), row(3), row(4)])
  })

  test('any whole number, text and instant there can be', async () => {
    const values = fc.record({
      n: fc.maxSafeInteger(),
      text: fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\0', '')),
      at: fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
      yes: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(values, async ({ n, text, at, yes }) => {
        const rows = await one<object[]>`
          select ${n}::bigint as n, ${text}::text as text, ${at}::timestamptz as at, ${yes}::bool as yes`
        expect(rows).toEqual([{ n, text, at, yes }])
      }),
      { numRuns: 100 },
    )
  })

  test('however long it is', async () => {
    for (const length of [1, 65_530, 1_000_000]) {
      const runs = await thrice(
        () => one<{ text: string }[]>`select repeat('é', ${length}::int) as text from generate_series(1, 3)`,
      )
      for (const rows of runs) expect(rows.map(({ text }) => text.length)).toEqual([length, length, length])
    }
  })
})

test('a whole number beyond 2^53 is a bug in both forms, and the connection is as good as before', async () => {
  const request = (n: string) => one<{ n: number }[]>`select ${n}::bigint as n`
  await expect(request('9007199254740993')).rejects.toThrow('within 2^53')
  await expect(request('-9007199254740992')).rejects.toThrow('within 2^53')
  expect(await request('9007199254740991')).toEqual([{ n: Number.MAX_SAFE_INTEGER }])
})

test('a clock of the driver that runs out touches no other statement', async () => {
  const db = openDb({
    url: `${fresh.url}${fresh.url.includes('?') ? '&' : '?'}query_timeout=2000`,
    connections: 1,
    onLostConnection: () => {},
  })
  const rows = (seconds: number) =>
    db<{ n: number }[]>`select n::int as n, pg_sleep(${seconds}) from generate_series(1, 2) as n`
  expect(await rows(0)).toHaveLength(2)
  await sleep(1400)
  expect(await rows(0.4)).toHaveLength(2) // the first one's clock runs out while this one is under way
  await expect(rows(1.2)).rejects.toThrow('timeout')
  await sleep(1500)
  expect(await rows(0)).toHaveLength(2) // the late rows of that one went nowhere
  await db.close()
})

describe('the stream of a connection', () => {
  const message = (letter: string, body: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(4 + body.length)
    return Buffer.concat([Buffer.from(letter), length, body])
  }
  const messages = fc.array(
    fc.record({ letter: fc.constantFrom('D', 'C', 'T', '2', 'Z'), body: fc.uint8Array({ maxLength: 40 }) }),
    { maxLength: 12 },
  )

  test('gives rows here, all else to the driver, in the order sent and however it is cut', () => {
    fc.assert(
      fc.property(messages, fc.array(fc.nat(400)), fc.boolean(), (sent, cuts, isRead) => {
        const all = Buffer.concat(sent.map(({ letter, body }) => message(letter, Buffer.from(body))))
        const heard: string[] = []
        const stream = new EventEmitter()
        const tap: RowTap = {
          read: isRead
            ? (bytes, view, at) => {
                const end = at - 4 + view.getInt32(at - 4)
                heard.push(`D${bytes.subarray(at, end).toString('hex')}`)
              }
            : undefined,
        }
        // The driver's parser stands behind it: it is only ever given whole messages.
        withoutRows(stream, tap).on('data', (bytes: Buffer) => {
          for (let at = 0; at < bytes.length;) {
            const end = at + 1 + bytes.readInt32BE(at + 1)
            expect(end).toBeLessThanOrEqual(bytes.length)
            heard.push(bytes.toString('latin1', at, at + 1) + bytes.toString('hex', at + 5, end))
            at = end
          }
        })
        const places = [0, ...cuts.filter((cut) => cut < all.length), all.length].toSorted((a, b) => a - b)
        for (const [at, from] of places.entries()) stream.emit('data', all.subarray(from, places[at + 1]))
        expect(heard).toEqual(sent.map(({ letter, body }) => letter + Buffer.from(body).toString('hex')))
      }),
      { numRuns: 500 },
    )
  })
})

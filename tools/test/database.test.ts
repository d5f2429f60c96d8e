import { expect, test } from 'vitest'
import { openDb } from '../../apps/server/src/platform/db/index.ts'
import { databaseUrl } from './fleeting-databases.ts'
import { filledTemplate, freshDatabase } from './database.ts'

test('gives each caller a migrated database of its own', async () => {
  const [one, other] = await Promise.all([freshDatabase(), freshDatabase()])
  expect(one.url).not.toBe(other.url)
  const ran = await one.db<{ count: number }[]>`select count(*)::int as count from platform_migration`
  expect(ran[0]?.count).toBeGreaterThan(0)
  await one.owner`create table only_here (id int)`
  const seen = await other.db<{ found: string | null }[]>`select to_regclass('only_here')::text as found`
  expect(seen).toEqual([{ found: null }])
  await Promise.all([one.drop(), other.drop()])
})

/** Fills a template with one row, and counts how often it was asked to. */
let filled = 0
async function noteReader(url: string): Promise<void> {
  filled += 1
  const db = openDb({ url, connections: 1, onLostConnection: () => {} })
  await db`insert into platform_outbox_reader (name, id) values ('only here', 7)`
  await db.close()
}

test('copies what a template was filled with, and leaves the template of the run as it was', async () => {
  const template = await filledTemplate('only_here', noteReader)
  const [copy, plain] = await Promise.all([freshDatabase({ template }), freshDatabase()])
  const readers = (db: typeof copy.db) => db`select id from platform_outbox_reader where name = 'only here'`
  expect(await readers(copy.db)).toEqual([{ id: 7 }])
  expect(await readers(plain.db)).toEqual([])
  await Promise.all([copy.drop(), plain.drop()])
})

test('fills a template once for concurrent callers, and again after a failed fill', async () => {
  const before = filled
  const [one, other] = await Promise.all([
    filledTemplate('at_once', noteReader),
    filledTemplate('at_once', noteReader),
  ])
  expect([one, filled]).toEqual([other, before + 1])
  const fails = filledTemplate('failed', () => Promise.reject(new Error('no room')))
  await expect(fails).rejects.toThrow('no room')
  const template = await filledTemplate('failed', noteReader)
  const { db, drop } = await freshDatabase({ template })
  expect(await db`select id from platform_outbox_reader where name = 'only here'`).toEqual([{ id: 7 }])
  await drop()
})

test.each([
  ['postgres://palpite@%2Ftmp%2Fsocket:5432/palpite', 'postgres://palpite@%2Ftmp%2Fsocket:5432/other'],
  ['postgres://me:pw@db.example/first?sslmode=require', 'postgres://me:pw@db.example/other?sslmode=require'],
])('names another database on the server of %s', (server, expected) => {
  expect(databaseUrl(server, 'other')).toBe(expected)
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore, StoreError, type Store } from './index.ts'

const TABLES = ['create table if not exists thing (name text primary key) strict;']

let folder: string
let store: Store
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sandbox-store-'))
  store = openStore(folder, TABLES)
})
afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true, force: true })
})

const add = (name: string): number => store.run('insert into thing (name) values (?)', name)
const names = (): unknown[] => store.all('select name from thing order by name').map(({ name }) => name)

test('a failed change leaves nothing, and neither does a nested one', () => {
  const fail = (): void =>
    store.atomically(() => {
      add('outer')
      store.atomically(() => add('inner'))
      throw new Error('no')
    })
  expect(fail).toThrow('no')
  expect(names()).toEqual([])
  store.atomically(() => add('kept'))
  expect(names()).toEqual(['kept'])
})

test('stored data is on disk and there for the next one who opens the folder', () => {
  add('kept')
  const other = openStore(folder, TABLES)
  expect(other.one('select name from thing')).toEqual({ name: 'kept' })
  // 2 is full: each commit is flushed before it is answered.
  expect(other.one('pragma synchronous')).toEqual({ synchronous: 2 })
  expect(other.one('pragma journal_mode')).toEqual({ journal_mode: 'wal' })
  other.close()
})

test('refuses a folder with another layout', () => {
  store.close()
  const file = new DatabaseSync(join(folder, 'sandbox.sqlite'))
  file.exec('pragma user_version = 99')
  file.close()
  expect(() => openStore(folder, TABLES)).toThrow(StoreError)
  const again = new DatabaseSync(join(folder, 'sandbox.sqlite'))
  again.exec('pragma user_version = 1')
  again.close()
  store = openStore(folder, TABLES)
})

test('names a folder that cannot be created', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  expect(() => openStore(join(file, 'inside'), TABLES)).toThrow(
    /its data folder .*file\/inside cannot be used/,
  )
})

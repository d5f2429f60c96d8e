import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { feedNames } from '../../shared/feeds.tsx'
import { jobNames, kindsOfNames, portNames, readerNames, tableNames } from './system-names.ts'

const server = join(import.meta.dirname, '../../../../server')
const read = (folder: string, name: RegExp): string[] =>
  readdirSync(join(server, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file) && !/\.test\.|testing\//.test(file))
    .map((file) => readFileSync(join(server, folder, file), 'utf8'))
const sources = read('src', /\.ts$/)

/** Every match of a pattern's only group in the server's sources. */
const found = (pattern: RegExp, texts = sources): string[] =>
  texts.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name))

/** Sources with a job named by the module and a helper's argument: `cashier-${name}`. */
const prefixed = sources.flatMap((text) => {
  const prefix = /schedule\(\{\s*name: `([a-z]+-)\$\{name\}`/.exec(text)?.[1]
  return prefix === undefined ? [] : [{ prefix, text }]
})
const GIVEN =
  /\b(?:start|startLanes|every|openSeenPlayers|readEachDay)\((?:[\w.]+, (?:\{\s*name: )?)?\s*['`]([a-z-]+)/g
const jobs = [
  ...found(/schedule\(\{\s*name: '([^']+)'/g),
  ...prefixed.flatMap(({ prefix, text }) => found(GIVEN, [text]).map((name) => prefix + name)),
]

/** Those in no table, neither by name nor by kind. */
const unnamed = (names: readonly string[], table: object): string[] =>
  names.filter(
    (name) => !(name in table) && !Object.keys(kindsOfNames).some((begin) => name.startsWith(begin)),
  )

test('every job of the server has words', () => {
  const written = found(/schedule\(\{\s*name: (['`])/g)
  expect(written.length).toBe(found(/(?<!function )\bschedule\((\{)/g).length)
  expect(prefixed.map(({ prefix }) => prefix).toSorted()).toEqual([
    'cashier-',
    'identity-',
    'protection-',
    'verify-',
  ])
  expect(new Set(jobs).size).toBeGreaterThan(60)
  expect(unnamed(jobs, jobNames)).toEqual([])
  expect(Object.keys(jobNames).filter((name) => !jobs.includes(name))).toEqual([])
})

test('every event reader has words', () => {
  const readers = found(/listenToOutbox\(\{[^}]*?name: '([^']+)'/g)
  expect(readers.length).toBe(found(/(?<!function )\blistenToOutbox\((\{)/g).length)
  expect(unnamed(readers, readerNames)).toEqual([])
  expect(Object.keys(readerNames).filter((name) => !readers.includes(name))).toEqual([])
})

test('every outside system has words', () => {
  const ports = [...found(/\bnote(?:dCall|Port)\(\s*['`]([^'`$]+)/g), ...found(/const name = `(chain )\$\{/g)]
  expect(ports.length).toBeGreaterThan(5)
  expect(unnamed(ports, portNames)).toEqual([])
  expect(Object.keys(portNames).filter((name) => !ports.includes(name))).toEqual([])
})

test('every feed, and every time-partitioned table, has words', () => {
  const feeds = found(/name: '(\w+)',\s*needs: \[/g)
  expect(feeds.length).toBeGreaterThan(2)
  expect(feeds.filter((name) => !(name in feedNames))).toEqual([])
  const migrations = read('src', /migrations\/.*\.sql$/).map((sql) => sql.replaceAll(/--.*/g, ''))
  const tables = found(/create table (\w+)[^;]*partition by range/g, migrations)
  expect(tables.length).toBeGreaterThan(2)
  expect(tables.filter((name) => !(name in tableNames))).toEqual([])
})

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Postgres, startPostgres } from './start-postgres.ts'
import { findPlace } from './place.ts'

const MAX_BYTES = 300_000
/** One line: its number and this many letters. */
const LINE_LETTERS = 900

let folder: string
let postgres: Postgres
let log: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'palpite-turn-'))
  spawnSync('chmod', ['755', folder])
  const dataDir = join(folder, 'data')
  postgres = await startPostgres({ dataDir, durable: false, logMaxBytes: MAX_BYTES })
  log = findPlace(dataDir).log
})

afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Makes the server write this many numbered lines to its log. */
async function logLines(from: number, to: number): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.ownerUrl })
  await client.connect()
  await client.query(
    `do $$ begin for line in ${from}..${to - 1} loop
       raise log 'line % %', line, repeat('x', ${LINE_LETTERS});
     end loop; end $$`,
  )
  await client.end()
}

const numbersIn = (file: string) => {
  const said = statSync(file, { throwIfNoEntry: false }) ? readFileSync(file, 'utf8') : ''
  return [...said.matchAll(/line (\d+) x{900}\n/g)].map(([, number]) => Number(number))
}
const numbers = () => [...numbersIn(`${log}.1`), ...numbersIn(log)]

test('rotates the database’s log while it runs, between two lines, without loss', async () => {
  await logLines(0, 400) // a third more than the limit
  await expect.poll(() => statSync(`${log}.1`, { throwIfNoEntry: false })?.size).toBeGreaterThan(MAX_BYTES)
  await logLines(400, 600)
  await expect.poll(() => numbersIn(log).at(-1)).toBe(599)
  expect(numbers()).toEqual(Array.from({ length: 600 }, (_, at) => at))
})

test('a flood leaves two files, and what a moment writes', async () => {
  for (let round = 0; round < 8; round += 1) {
    await logLines(1000 + round * 400, 1400 + round * 400)
    await expect.poll(() => statSync(log, { throwIfNoEntry: false })?.size).toBeLessThan(MAX_BYTES)
  }
  const left = readdirSync(dirname(log))
  expect(left.toSorted()).toEqual(['postgres.log', 'postgres.log.1'])
  const bytes = left.map((name) => statSync(join(dirname(log), name)).size)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(3 * MAX_BYTES)
})

test('explains a start that fails after the server keeps its log', async () => {
  await postgres.stop()
  const written = join(folder, 'data/postgres/data/pg_wal')
  for (const name of readdirSync(written)) rmSync(join(written, name), { recursive: true })
  await expect(startPostgres({ dataDir: join(folder, 'data'), durable: false })).rejects.toThrow(
    /^PostgreSQL did not start: .*checkpoint/,
  )
})

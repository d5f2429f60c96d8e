import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FreshDatabase, freshDatabase } from '../test/database.ts'

let fresh: FreshDatabase
const folder = mkdtempSync(join(tmpdir(), 'palpite-import-'))
beforeAll(async () => {
  fresh = await freshDatabase()
})
afterAll(async () => {
  await fresh.drop()
  rmSync(folder, { recursive: true })
})

const HEADER = 'season,round,date,time,home,away,ft_home,ft_away,ht_home,ht_away,note'

const run = (tool: string, args: readonly string[], databaseUrl = fresh.url) =>
  new Promise<{ code: number | null; said: string }>((resolve) => {
    const path = join(import.meta.dirname, '..', tool)
    const env = { ...process.env, NODE_ENV: 'test', DATABASE_URL: databaseUrl }
    const child = spawn(process.execPath, [path, ...args], { env })
    let said = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => (said += String(data)))
    child.on('close', (code) => resolve({ code, said }))
  })

const fileOf = (name: string, lines: readonly string[]): string => {
  const path = join(folder, name)
  writeFileSync(path, [HEADER, ...lines, ''].join('\n'))
  return path
}

test('imports a file and reports its contents', async () => {
  const path = fileOf('good.csv', [
    '2025,R1,2025-05-01,18:30,Bahia,Santos,3,0,1,0,',
    '2090,R1,2090-12-01,18:30,Santos,Bahia,,,,,',
  ])
  const { code, said } = await run('import/import.ts', ['football', path])
  expect(said).toContain('2 fixtures, 1 with results, 1 to come and open to bets')
  expect(code).toBe(0)
})

test('names file and line of an error, and imports nothing', async () => {
  const path = fileOf('bad.csv', ['2025,R1,2025-05-01,18:30,Bahia,Bahia,3,0,1,0,'])
  const { code, said } = await run('import/import.ts', ['football', path])
  expect(said).toContain(`${path}:2: Bahia cannot play against itself`)
  expect(code).toBe(1)
})

test('reports a missing file or database in one sentence', async () => {
  const absent = await run('import/import.ts', ['football', join(folder, 'absent.csv')])
  expect(absent).toMatchObject({ code: 1 })
  expect(absent.said).toMatch(/^The import failed: ENOENT.*\n$/)
  const nowhere = await run(
    'import/import.ts',
    ['football', fileOf('any.csv', [])],
    'postgres://x@127.0.0.1:1/x',
  )
  expect(nowhere.said).toMatch(/^The import failed: .*ECONNREFUSED.*\n$/)
})

test('creates fixtures on demand, repeatedly', async () => {
  expect((await run('seed/seed.ts', [])).said).toContain('The world is filled')
  expect((await run('seed/seed.ts', [])).code).toBe(0)
  const rows = await fresh.db<{ count: number }[]>`
    select count(*) from sportsbook_fixture where feed = 'simulator' and starts_at > now()`
  expect(rows[0]?.count).toBeGreaterThan(300)
})

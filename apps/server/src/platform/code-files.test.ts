import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { differingFiles, hashCodeFiles, watchCodeFiles } from './code-files.ts'
import { openMetrics } from './metrics.ts'

let root = ''
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'palpite-code-'))
  for (const folder of ['apps/server/src/games', 'packages/odds/node_modules/x', 'tests'])
    mkdirSync(join(root, folder), { recursive: true })
  write('apps/server/src/games/dice.ts', 'export const edge = 0.02')
})
afterEach(() => rmSync(root, { recursive: true }))

const write = (path: string, text: string) => writeFileSync(join(root, path), text)

test.each([
  { what: 'a changed file', path: 'apps/server/src/games/dice.ts' },
  { what: 'a new one', path: 'packages/odds/prices.ts' },
  { what: 'a query', path: 'apps/server/src/games/0009-more.sql' },
])('T12 $what among the code files is detected by hash', async ({ path }) => {
  const before = await hashCodeFiles(root)
  expect([...before.values()]).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)])
  write(path, 'export const edge = 0.2')
  expect(differingFiles(before, await hashCodeFiles(root))).toEqual([path])
  expect(differingFiles(await hashCodeFiles(root), before)).toEqual([path])
})

test.each(['apps/server/src/games/dice.test.ts', 'packages/odds/node_modules/x/index.js', 'tests/a.ts'])(
  'T12 %s is no file of the code that runs',
  async (path) => {
    const before = await hashCodeFiles(root)
    write(path, 'anything')
    expect(differingFiles(before, await hashCodeFiles(root))).toEqual([])
  },
)

test('T12 a server logs the digest of its files when it starts, and raises an alarm once one is changed on disk', async () => {
  const lines: { level: 'info' | 'error'; words: string; named?: unknown }[] = []
  const line = (level: 'info' | 'error') => (fields: { named?: unknown }, words: string) =>
    void lines.push({ level, words, ...(fields.named !== undefined && { named: fields.named }) })
  const log = { info: line('info'), error: line('error') } as unknown as Parameters<
    typeof watchCodeFiles
  >[0]['log']
  const metrics = openMetrics()
  const job = watchCodeFiles({ log, metrics }, root)
  try {
    await expect.poll(() => lines.length).toBe(1)
    expect(lines[0]).toEqual({ level: 'info', words: 'the code files are unchanged' })
    write('apps/server/src/games/dice.ts', 'export const edge = 0.5')
    job.wake()
    await expect.poll(() => lines.length).toBe(2)
    expect(lines[1]).toEqual({
      level: 'error',
      words: 'code files were changed',
      named: ['apps/server/src/games/dice.ts'],
    })
    expect(await metrics.text()).toMatch(/palpite_code_files_changed 1/)
  } finally {
    await job.stop()
  }
})

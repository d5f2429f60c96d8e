import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

test('the gate runs each test of what takes minutes once, as long as there is time', () => {
  const gate = readFileSync(resolve(root, '.ci/run'), 'utf8')
  const names = [...gate.matchAll(/^chaos_until \d+ (.+)$/gm)].flatMap(([, words = '']) => words.split(' '))
  const files = globSync('tools/chaos/*.test.ts', { cwd: root })
  expect(files.length).toBeGreaterThan(20)
  const runs = files.map((file) => [file, names.filter((name) => file.includes(name)).length])
  expect(runs.filter(([, count]) => count !== 1)).toEqual([])
})

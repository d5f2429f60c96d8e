import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const source = join(import.meta.dirname, '..')

test('the app writes nothing to the console: any line there is the browser’s own', () => {
  const files = globSync('**/*.{ts,tsx}', { cwd: source }).filter((file) => !file.endsWith('.test.ts'))
  expect(files.length).toBeGreaterThan(300)
  const writing = files.filter((file) => /\bconsole\./.test(readFileSync(join(source, file), 'utf8')))
  expect(writing).toEqual([])
})

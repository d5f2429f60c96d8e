import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shellFiles } from './service-worker.ts'

let folder: string

const write = (name: string, text = name) => writeFileSync(join(folder, name), text)
const listed = () => shellFiles(folder)

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'shell-'))
  mkdirSync(join(folder, 'assets'))
  for (const name of ['index.html', 'index.html.gz', 'index.html.br', 'robots.txt', 'sw.js']) write(name)
  for (const name of ['assets/index-1a.js', 'assets/index-1a.js.gz']) write(name)
})

afterAll(() => rmSync(folder, { recursive: true }))

test("lists the app's files, without compressed copies and the worker", () => {
  expect(listed().map(({ url }) => url)).toEqual(['/assets/index-1a.js', '/index.html'])
})

test('identifies versions of a page by content, and of built files by name', () => {
  const before = listed()
  write('index.html', 'another version')
  const after = listed()
  expect(after[0]).toEqual({ url: '/assets/index-1a.js', revision: null })
  expect(after[1]?.revision).toMatch(/^[0-9a-f]{16}$/)
  expect(after[1]?.revision).not.toBe(before[1]?.revision)
})

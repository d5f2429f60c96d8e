import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sum, verdictOfRuns } from './results.ts'
import { runJourneysOnce } from './run-tests.ts'

const modules = resolve(import.meta.dirname, '../../node_modules')
let root: string

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'palpite-journeys-'))
  symlinkSync(modules, join(root, 'node_modules'))
  const reporter = JSON.stringify(join(import.meta.dirname, 'journeys-reporter.ts'))
  write('playwright.config.mjs', `export default { testDir: '.', retries: 2, reporter: [[${reporter}]] }`)
})
afterEach(() => rmSync(root, { recursive: true }))

const write = (name: string, words: string) => writeFileSync(join(root, name), words)
const journey = (words: string) => `import { expect, test } from '@playwright/test'\n${words}`
const run = () => runJourneysOnce([`--config=${join(root, 'playwright.config.mjs')}`], 'ignore')

test('tells what passed, failed, was skipped, and what passed only when Playwright tried it again', async () => {
  write(
    'bets.spec.mjs',
    journey(`
    test('sound', () => {})
    test.describe('a slip', () => {
      test('unsteady', ({}, { retry }) => { expect(retry, 'not yet').toBe(2) })
    })
    test('broken', () => { throw new Error('no price') })
    test.skip('left out', () => {})`),
  )
  const result = await run()
  expect(result.problems).toEqual([])
  expect(result.files.map(({ file, problems, tests }) => [file, problems, tests.length])).toEqual([
    ['bets.spec.mjs', [], 4],
  ])
  const { passed, failed, skipped, failures, flaky } = sum([verdictOfRuns([result])])
  expect([passed, failed, skipped]).toEqual([2, 1, 1])
  expect(failures).toEqual([expect.stringMatching(/^bets\.spec\.mjs › broken: Error: no price/)])
  expect(flaky).toEqual([expect.stringMatching(/^bets\.spec\.mjs › a slip > unsteady: Error: not yet/)])
})

test('a file that does not load, and an app that does not start, fail the run', async () => {
  write('unread.spec.mjs', 'throw new Error("no such file")')
  const result = await run()
  expect(verdictOfRuns([result])).toMatchObject({
    failed: 2,
    failures: ['Error: no such file', 'Error: No tests found'],
  })
  rmSync(join(root, 'unread.spec.mjs'))
  write(
    'apps.spec.mjs',
    journey(`
    const withApp = test.extend({ app: [async ({}, use) => { throw new Error('no port') }, { scope: 'worker' }] })
    withApp('sound', ({ app }) => {})`),
  )
  expect(verdictOfRuns([await run()])).toMatchObject({
    passed: 0,
    failed: 1,
    failures: [expect.stringMatching(/^apps\.spec\.mjs › sound: Error: no port/)],
  })
})

import { expect, test } from 'vitest'
import { waitingTests } from './waits.ts'

const unit = 'apps/server/src/ledger/a.test.ts'
const journey = 'tests/e2e/a.e2e.ts'

test.each([
  [unit, 'await sleep(10)'],
  [unit, `import { setTimeout as pause } from 'node:timers/promises'`],
  [unit, `import { setImmediate as turn, setTimeout as pause } from 'timers/promises'`],
  [unit, 'await new Promise((done) => setTimeout(done, 400))'],
  [unit, 'await new Promise<void>((resolve) => {\n  setTimeout(resolve, 3)\n})'],
  [unit, 'await vi.waitFor(() => expect(a).toBe(1))'],
  [unit, 'await expect.poll(read, { timeout: 4500 }).toBe(1)'],
  [unit, 'await expect\n  .poll(read, {\n    interval: 5,\n    timeout: 10_000,\n  })\n  .toBe(1)'],
  [unit, `test('a', async () => {\n  expect(1).toBe(1)\n}, 20_000)`],
  [unit, `test(\n  'a',\n  async () => {\n    expect(1).toBe(1)\n  },\n  60_000,\n)`],
  [unit, `test('a', { timeout: 60_000 }, async () => {})`],
  ['apps/server/src/cashier/testing/a.ts', 'while (!(await holds())) await sleep(5)'],
  ['apps/player/src/app/a.test.tsx', 'await sleep(1)'],
  [journey, 'await page.waitForTimeout(500)'],
  [journey, 'await button.click({ timeout: 500 })'],
  ['tests/e2e/player.ts', 'await new Promise((done) => setTimeout(done, PAUSE_MS))'],
])('in %s this wait for a time is caught: %s', (file, text) => {
  expect(waitingTests(new Map([[file, text]]), {})).toHaveLength(1)
})

test.each([
  [unit, `import { setImmediate as turn } from 'node:timers/promises'`],
  [unit, `vi.stubGlobal('requestAnimationFrame', (draw) => setTimeout(draw, 16))`],
  [unit, 'socket.setTimeout(ANSWER_MS, () => socket.destroy())'],
  [unit, '// await sleep(10) was here'],
  [unit, 'await tx`select pg_sleep(0.1)`'],
  [unit, 'await expect.poll(read, { timeout: 60_000, interval: 25 }).toBe(1)'],
  [unit, `test('a', async () => {\n  expect(1).toBe(1)\n}, 240_000)`],
  ['tests/e2e/room.ts', 'await round.waitFor({ timeout: 2 * ROUND_MS })'],
  [unit, 'const sum = list.reduce((sum, one) => {\n  return sum + one\n}, 0)'],
  [unit, 'const settings = { timeoutMs: 400 }'],
  ['apps/server/src/platform/a.ts', 'await sleep(10)'],
])('in %s this is left alone: %s', (file, text) => {
  expect(waitingTests(new Map([[file, text]]), {})).toEqual([])
})

test('a listed file may wait, and must leave the list when it no longer does', () => {
  const listed = { [unit]: 'no other way' }
  expect(waitingTests(new Map([[unit, 'await sleep(10)']]), listed)).toEqual([])
  expect(waitingTests(new Map([[unit, 'await until(read)']]), listed)).toEqual([
    `tools/tidy/waits.ts: ${unit} waits for no clock`,
  ])
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { present, Fault } from '../../platform/errors.ts'
import type { Config } from '../../platform/config.ts'
import { quoteSourceFromConfig } from './quotes.ts'

const folder = mkdtempSync(join(tmpdir(), 'palpite-quote-'))
afterAll(() => rmSync(folder, { recursive: true }))

const file = join(folder, 'usdt.json')
const source = (config: Partial<Config>) =>
  quoteSourceFromConfig({ USDT_QUOTE_FILE: file, ...config } as Config, 1000)
const read = () => present(source({}), 'the source that the file is').read()

const times = { rateAt: '2026-11-26T12:00:00.000Z', expiresAt: '2026-11-26T12:01:00.000Z' }

test('reads the quote file anew each time, before an address and the sandbox', async () => {
  expect(source({ SANDBOX_URL: 'http://127.0.0.1:1', USDT_QUOTE_URL: 'http://127.0.0.1:1' })?.name).toBe(
    'file',
  )
  writeFileSync(file, JSON.stringify({ rate: '5.4321', ...times }))
  const dates = { rateAt: new Date(times.rateAt), expiresAt: new Date(times.expiresAt) }
  expect(await read()).toEqual({ rateE4: 54_321, ...dates })
  writeFileSync(file, JSON.stringify({ rate: '5.5', ...times }))
  expect(await read()).toEqual({ rateE4: 55_000, ...dates })
})

test.each([
  ['is no JSON', '5.43'.repeat(2)],
  ['is cut off', JSON.stringify({ rate: '5.43', ...times }).slice(0, 20)],
  ['has a negative rate', JSON.stringify({ rate: '-5.43', ...times })],
  ['has the rate zero', JSON.stringify({ rate: '0', ...times })],
  ['has five decimals', JSON.stringify({ rate: '5.43215', ...times })],
  ['has a number instead of a text', JSON.stringify({ rate: 5.43, ...times })],
  ['has a rate far from any market', JSON.stringify({ rate: '54.3', ...times })],
  ['does not state the time of the rate', JSON.stringify({ rate: '5.43', expiresAt: times.expiresAt })],
])('a quote file that %s is a fault, and gives no rate', async (_what, text) => {
  writeFileSync(file, text)
  await expect(read()).rejects.toThrow(Fault)
})

test('a missing quote file is a fault', async () => {
  rmSync(file)
  await expect(read()).rejects.toThrow('the file of the quote cannot be read')
})

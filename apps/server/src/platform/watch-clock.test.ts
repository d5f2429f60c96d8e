import { afterEach, expect, test, vi } from 'vitest'
import { openTestDeps } from '../../../../tools/test/test-deps.ts'
import { clockCheck, readClockOffsetMs } from './servers.ts'

afterEach(() => void vi.useRealTimers())

test.each([
  { what: 'agrees', database: 1010, offset: 0 },
  { what: 'is behind the question', database: 700, offset: 300 },
  { what: 'is ahead of the answer', database: 1500, offset: -480 },
])('a database clock that $what is $offset ms off', async ({ database, offset }) => {
  const times = [1000, 1020]
  expect(
    await readClockOffsetMs(
      async () => database,
      () => times.shift() ?? 0,
    ),
  ).toBe(offset)
})

test('K30: an alarm rings while the clocks of server and database differ by more than two seconds', async () => {
  const { deps, close } = await openTestDeps()
  const said: string[] = []
  const log = {
    ...deps.log,
    error: (_: object, words: string) => said.push(words),
    warn: (_: object, words: string) => said.push(words),
  }
  const look = clockCheck({ ...deps, log: log as unknown as typeof deps.log })
  const shown = async (name: string) =>
    new RegExp(`^palpite_${name} (.*)$`, 'm').exec(await deps.metrics.text())?.[1]
  try {
    await look()
    expect([await shown('clock_wrong'), said]).toEqual(['0', []])
    for (const skewMs of [300_000, -300_000]) {
      said.length = 0
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + skewMs })
      await look()
      await look()
      expect(await shown('clock_wrong')).toBe('1')
      expect(Number(await shown('clock_offset_seconds'))).toBeCloseTo(skewMs / 1000, -1)
      vi.useRealTimers()
      await look()
      expect(await shown('clock_wrong')).toBe('0')
      expect(said).toEqual(['the clock of this server is wrong', 'the clock of this server is right again'])
    }
  } finally {
    await close()
  }
})

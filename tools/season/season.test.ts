import { expect, test } from 'vitest'
import { openTestDeps } from '../test/test-deps.ts'
import { playSeason } from './play-season.ts'

const season = async (seed: string) => {
  const { deps, close } = await openTestDeps({ SIMULATOR_SPEED: '1' })
  const played = await playSeason(deps, { seed, days: 1, beatMinutes: 240, isShort: true })
  await close()
  return played
}

test('a day of every sport is settled to the last market, its ledger holds, and the same seed gives the same result', async () => {
  const played = await season('a day')
  expect(played.findings).toEqual([])
  expect(played.openMarkets).toBe(0)
  // Besides matches, each league with a table has an outright.
  expect(played.outrights).toBe(14)
  expect(played.line).toMatch(/^\d+ fixtures, \d{3,} markets settled, \d+ bets, ledger [0-9a-f]{64}$/)
  expect((await season('a day')).line).toBe(played.line)
})

import { describe, expect, test } from 'vitest'
import { nearerOffset, phaseOf, roundInPlay, roundTaking } from './phase.ts'

const start = Date.parse('2026-11-22T12:00:00.000Z')
const at = (seconds: number) => new Date(start + seconds * 1000).toISOString()
const round = (from: number, status = 'open') => ({
  status,
  opensAt: at(from),
  closesAt: at(from + 20),
  settlesAt: at(from + 26),
  endsAt: at(from + 30),
})

describe('a shared round', () => {
  test.each([
    [-1, 'next', 1],
    [0, 'open', 20],
    [14.9, 'open', 5.1],
    [15, 'closing', 5],
    [19.9, 'closing', 0.1],
    [20, 'drawing', 6],
    [21, 'drawing', 5],
    [25.9, 'drawing', 0.1],
    [26, 'result', 4],
    [29.9, 'result', 0.1],
    [30, 'next', 0],
  ] as const)('after %d seconds is %s for %d more', (seconds, phase, left) => {
    const phaseNow = phaseOf(round(0), start + seconds * 1000)
    expect(phaseNow.phase).toBe(phase)
    expect(phaseNow.leftMs).toBeCloseTo(left * 1000, 3)
  })

  test.each([
    { now: 5, inPlay: 0, taking: 0 },
    { now: 22, inPlay: 0, taking: 30 },
    { now: 29, inPlay: 0, taking: 30 },
    { now: 31, inPlay: 30, taking: 30 },
  ])(
    'after $now seconds the round of second $inPlay is in play, and that of second $taking takes bets',
    (each) => {
      const rounds = [round(0), round(30)]
      const now = start + each.now * 1000
      expect(roundInPlay(rounds, now)?.opensAt).toBe(at(each.inPlay))
      expect(roundTaking(rounds, now)?.opensAt).toBe(at(each.taking))
    },
  )

  test('that was not drawn accepts no bets, whatever its times say', () => {
    expect(roundTaking([round(0, 'void'), round(30)], start + 5000)?.opensAt).toBe(at(30))
  })
})

test('the clock uses the reading with the least delay', () => {
  const slow = nearerOffset(undefined, 10_000, 900)
  const quick = nearerOffset(slow, 20_000, 10_100)
  expect([slow, quick, nearerOffset(quick, 30_000, 22_000)]).toEqual([9100, 9900, 9900])
})

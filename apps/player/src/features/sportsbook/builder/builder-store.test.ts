import { expect, test } from 'vitest'
import { offersBuilder } from './builder-store.ts'

const market = (type: string, lineQuarters: number | null = null, period = 'full') => ({
  type: `football.${type}`,
  period: period as 'full',
  lineQuarters,
})

test.each([
  { what: 'that is to be played', matchStatus: 0, isOffered: true },
  { what: 'that is played', matchStatus: 1, isOffered: true },
  { what: 'in its pause', matchStatus: 2, isOffered: true },
  { what: 'that is over', matchStatus: -1, isOffered: false },
  { what: 'that is cancelled', matchStatus: -10, isOffered: false },
])('a match $what offers to build a bet: $isOffered', ({ matchStatus, isOffered }) => {
  const markets = [market('1x2'), market('both_score'), market('total', 10)]
  expect(offersBuilder({ matchStatus, markets })).toBe(isOffered)
})

test('a match with one combinable market offers no bet builder', () => {
  const markets = [market('1x2'), market('total', 9), market('both_score', null, 'half1')]
  expect(offersBuilder({ matchStatus: 0, markets })).toBe(false)
})

import type { SportState } from '@palpite/contract'
import { expect, test } from 'vitest'
import { matchStats } from './match-stats.ts'

const counted = {
  family: 'football',
  score: [1, 0],
  shots: [9, 4],
  shotsOnTarget: [5, 1],
  possession: [58, 42],
  corners: [6, 2],
  cards: [1, 3],
  redCards: [0, 0],
} as unknown as SportState

const rowsOf = (state: SportState) => matchStats(state).map(({ text, home, away }) => [text, home, away])

test('a live football match shows goals, shots, shots on target and possession', () => {
  expect(rowsOf(counted).slice(0, 4)).toEqual([
    ['sportsbook.stats.goals', 1, 0],
    ['sportsbook.stats.shots', 9, 4],
    ['sportsbook.stats.onTarget', 5, 1],
    ['sportsbook.stats.possession', 58, 42],
  ])
})

test('statistics that the feed does not count have no row', () => {
  const uncounted = ['shots', 'shotsOnTarget', 'possession']
  const score = Object.fromEntries(Object.entries(counted).filter(([name]) => !uncounted.includes(name)))
  expect(Object.keys(score)).toHaveLength(Object.keys(counted).length - uncounted.length)
  const texts = rowsOf(score as SportState).map(([text]) => text)
  expect(texts).toContain('sportsbook.stats.corners')
  for (const name of ['shots', 'onTarget', 'possession'])
    expect(texts).not.toContain(`sportsbook.stats.${name}`)
})

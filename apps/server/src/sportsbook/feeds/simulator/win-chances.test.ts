import { expect, test } from 'vitest'
import { type SeasonSoFar, winChances as chancesOf } from './win-chances.ts'

const winChances = (of: SeasonSoFar) => chancesOf(of).chances
const row = (name: string, points: number, scored = 0) => ({ name, points, scored, conceded: 0 })
const season = (own: Partial<SeasonSoFar>): SeasonSoFar => ({
  entrants: ['Ada', 'Bela', 'Cita'],
  table: [],
  left: [],
  points: { win: 3, draw: 1 },
  places: 2,
  seed: 'a',
  ...own,
})

test('of a season with no match left the leader wins, level on points the better difference', () => {
  expect(winChances(season({ table: [row('Ada', 6), row('Bela', 4)] }))).toEqual([1, 0, 0])
  expect(winChances(season({ table: [row('Ada', 6), row('Cita', 6, 2)] }))).toEqual([0, 0, 1])
})

test('before the first match all is as even as their matches are', () => {
  const chances = winChances(season({ left: [{ home: 'Ada', away: 'Bela', homeWins: 0.5, draw: 0 }] }))
  expect(chances.reduce((sum, chance) => sum + chance)).toBeCloseTo(1)
  expect(chances[0]).toBeGreaterThan(0.44)
  expect(chances[0]).toBeLessThan(0.56)
  expect(chances[2]).toBe(0)
})

test('who leads by more than is left has won, and the same seed says the same', () => {
  const left = [{ home: 'Bela', away: 'Cita', homeWins: 0.6, draw: 0.2 }]
  expect(winChances(season({ table: [row('Ada', 7), row('Bela', 3)], left }))).toEqual([1, 0, 0])
  const open = season({ table: [row('Ada', 4), row('Bela', 2)], left })
  expect(winChances(open)).toEqual(winChances(open))
  expect(winChances(open)[1]).toBeGreaterThan(0.5)
})

test('who can win no more may still be sure of a place', () => {
  const table = [row('Ada', 9), row('Bela', 6), row('Cita', 1)]
  expect(chancesOf(season({ table })).placed).toEqual([1, 1, 0])
})

import type { SportState } from '@palpite/contract'
import { expect, test } from 'vitest'
import { oversText, scoreLines } from './score-lines.ts'

const cellsOf = (state: SportState) => scoreLines(state).columns.map(({ cells }) => cells.join('-'))

const tennis = (sets: [number, number][], points: [number, number] | null): SportState => ({
  family: 'sets',
  bestOf: 3,
  sets,
  points,
  server: 'away',
})

test.each([
  { sets: [[4, 2]], points: [2, 3], shown: ['4-2', '30-40'] },
  { sets: [[4, 2]], points: [3, 3], shown: ['4-2', '40-40'] },
  { sets: [[4, 2]], points: [4, 3], shown: ['4-2', 'AD-40'] },
  { sets: [[6, 6]], points: [5, 4], shown: ['6-6', '5-4'] },
  {
    sets: [
      [7, 6],
      [0, 0],
    ],
    points: [0, 1],
    shown: ['7-6', '0-0', '0-15'],
  },
] as const)('a game of $points after sets $sets is called $shown', ({ sets, points, shown }) => {
  expect(cellsOf(tennis(sets as never, points as never))).toEqual(shown)
})

test('the second half is the score minus the first half', () => {
  const state = {
    family: 'football',
    score: [3, 1],
    halfTime: [1, 0],
    corners: null,
    cards: null,
  } as SportState
  expect(cellsOf(state)).toEqual(['1-0', '2-1'])
})

test('the current quarter is open, and none is during the break', () => {
  const state = (isBreak: boolean): SportState => ({
    family: 'quarters',
    periods: [
      [20, 18],
      [7, 9],
    ],
    isBreak,
    overtime: null,
    secondsLeft: 100,
    ball: 'home',
  })
  expect(scoreLines(state(false)).columns.map(({ isOpen }) => isOpen)).toEqual([false, true])
  expect(scoreLines(state(true)).columns.map(({ isOpen }) => isOpen)).toEqual([false, false])
})

test('home has no runs in an inning whose top is in play', () => {
  const state: SportState = {
    family: 'baseball',
    innings: [
      [0, 1],
      [0, 2],
    ],
    extra: null,
    halvesDone: 2,
    outs: 1,
    bases: [true, false, false],
  }
  expect(cellsOf(state)).toEqual(['0-1', '–-2'])
  expect(scoreLines(state).active).toBe('away')
})

test('an innings of cricket is runs, wickets and overs', () => {
  const state: SportState = {
    family: 'cricket',
    innings: [
      { batting: 'away', runs: 154, wickets: 6, balls: 120, isOver: true },
      { batting: 'home', runs: 80, wickets: 2, balls: 62, isOver: false },
    ],
    battingFirst: 'away',
    superOver: null,
  }
  expect(cellsOf(state)).toEqual(['80/2-154/6', '10.2-20'])
  expect(oversText(119)).toBe('19.5')
})

test('a long frame match shows its last five frames', () => {
  const frames = Array.from({ length: 9 }, (): [number, number] => [70, 10])
  const state: SportState = {
    family: 'frames',
    bestOf: 19,
    frames,
    isLastOpen: true,
    break: 12,
    atTable: 'home',
  }
  expect(scoreLines(state).columns.map(({ count }) => count)).toEqual([5, 6, 7, 8, 9])
})

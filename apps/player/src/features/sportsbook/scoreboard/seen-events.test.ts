import type { SportState } from '@palpite/contract'
import { expect, test } from 'vitest'
import { eventsBetween } from './seen-events.ts'

const seen = (before: SportState, after: SportState) =>
  eventsBetween(before, after).map(({ text, side, count }) => [text.split('.').at(-1), side, count])

const match: SportState = {
  family: 'football',
  score: [0, 1],
  halfTime: null,
  corners: [2, 2],
  cards: [0, 0],
}

test('a goal, a card and a corner are seen in the counts, the goal first', () => {
  expect(seen(match, { ...match, score: [1, 1], cards: [0, 1], corners: [3, 2] })).toEqual([
    ['goal', 'home', 1],
    ['card', 'away', 1],
    ['corner', 'home', 1],
  ])
})

test('a goal that is taken back is no event', () => {
  expect(seen(match, { ...match, score: [0, 0] })).toEqual([])
})

const rally: SportState = { family: 'sets', bestOf: 3, sets: [[5, 4]], points: [3, 1], server: 'home' }

test.each([
  { sets: [[5, 4]], points: [3, 2], events: [] },
  { sets: [[5, 5]], points: [0, 0], events: [['game', 'away', 1]] },
  {
    sets: [
      [6, 4],
      [0, 0],
    ],
    points: [0, 0],
    events: [['set', 'home', 1]],
  },
] as const)('from 5–4 to $sets is $events', ({ sets, points, events }) => {
  expect(seen(rally, { ...rally, sets: sets as never, points: points as never })).toEqual(events)
})

test('three points of basketball are one event, in whichever quarter they fall', () => {
  const before: SportState = {
    family: 'quarters',
    periods: [[20, 20]],
    isBreak: true,
    overtime: null,
    secondsLeft: 0,
    ball: null,
  }
  expect(
    seen(before, {
      ...before,
      isBreak: false,
      periods: [
        [20, 20],
        [0, 3],
      ],
    }),
  ).toEqual([['points', 'away', 3]])
})

test('the runner who comes to the front takes the lead', () => {
  const race: SportState = {
    family: 'race',
    distanceMetres: 1000,
    doneMetres: 100,
    order: [3, 1, 2],
    finishes: null,
  }
  expect(eventsBetween(race, { ...race, order: [1, 3, 2] })).toMatchObject([{ runner: 1 }])
  expect(eventsBetween(race, { ...race, doneMetres: 200 })).toEqual([])
})

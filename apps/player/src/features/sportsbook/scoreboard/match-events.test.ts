import type { SportState } from '@palpite/contract'
import { expect, test } from 'vitest'
import { type Course, eventsBetween, eventsOf } from './match-events.ts'

const seen = (before: SportState, after: SportState) =>
  eventsBetween(before, after).map(({ text, side, count }) => [text.split('.').at(-1), side, count])

const match: SportState = {
  family: 'football',
  score: [0, 1],
  halfTime: null,
  corners: [2, 2],
  cards: [0, 0],
}

test('a goal, a card and a corner are derived from the counts, the goal first', () => {
  expect(seen(match, { ...match, score: [1, 1], cards: [0, 1], corners: [3, 2] })).toEqual([
    ['goal', 'home', 1],
    ['card', 'away', 1],
    ['corner', 'home', 1],
  ])
})

test('a disallowed goal is no event', () => {
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
] as const)('a score that goes from 5–4 to $sets gives the events $events', ({ sets, points, events }) => {
  expect(seen(rally, { ...rally, sets: sets as never, points: points as never })).toEqual(events)
})

test('a three-point basket is one event, in any quarter', () => {
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

test('the runner who moves to the front takes the lead', () => {
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

test('a race ends with its winner, or two in a dead heat', () => {
  const race: SportState = {
    family: 'race',
    distanceMetres: 1000,
    doneMetres: 1000,
    order: [3, 1],
    finishes: null,
  }
  const over = (...places: [number, number]) => ({
    ...race,
    finishes: [3, 1].map((runner, at) => ({ runner, place: places[at] ?? 0 })),
  })
  const finish = 'sportsbook.timeline.finish'
  expect(eventsBetween(race, over(1, 2))).toMatchObject([{ text: finish, runner: 3 }])
  expect(eventsBetween(race, over(1, 1))).toMatchObject([
    { text: finish, runner: 3 },
    { text: finish, runner: 1 },
  ])
  expect(eventsBetween(over(1, 2), over(1, 2))).toEqual([])
})

const turn = (version: number, minute: number, own: Partial<typeof match>): Course[number] => ({
  version,
  matchStatus: 1,
  clock: { period: 'half1', minute },
  state: { ...match, ...own } as SportState,
})
const reported = (kept: Course, seenHere: Course = []) =>
  eventsOf('football', kept, seenHere).map(({ text, side, fixture }) => [
    text.split('.').at(-1),
    side,
    fixture.clock?.minute,
  ])

const kickOff = turn(3, 1, { score: [0, 0], corners: [0, 0] })
const corner = turn(5, 9, { score: [0, 0], corners: [0, 1] })
const goal = turn(9, 12, { score: [0, 1], corners: [0, 1] })
const card = turn(14, 30, { score: [0, 1], corners: [0, 1], cards: [1, 0] })

test('a late visitor sees goals, cards and corners from the start, newest first', () => {
  expect(reported([kickOff, corner, goal, card])).toEqual([
    ['card', 'home', 30],
    ['goal', 'away', 12],
    ['corner', 'away', 9],
  ])
})

test('pushes continue from there: nothing repeated, nothing missing', () => {
  const whole = reported([kickOff, corner, goal, card])
  // The page was opened after the goal; the stored states arrived before or after the next push.
  const opened = { ...goal, version: 11 }
  expect(reported([kickOff, corner, goal], [opened, card])).toEqual(whole)
  expect(reported([kickOff, corner, goal, card], [opened, card])).toEqual(whole)
  expect(reported([kickOff, corner], [opened, card])).toEqual([
    ['card', 'home', 30],
    ['goal', 'away', 12],
    ['corner', 'away', 9],
  ])
})

test('a disallowed goal is removed', () => {
  const back = turn(10, 13, { score: [0, 0], corners: [0, 1] })
  expect(reported([kickOff, corner, goal, back])).toEqual([['corner', 'away', 9]])
})

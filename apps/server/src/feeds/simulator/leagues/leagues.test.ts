import { SPORTS } from '@palpite/odds'
import { expect, test } from 'vitest'
import { competitions } from '../calendar.ts'

/** As many letters stand on one line beside three prices, on a phone of 393 points. */
const MAX_LETTERS = 16
/** A runner has a line of its own. */
const MAX_RUNNER_LETTERS = 24

test('no name of a club or player breaks into two lines in a list', () => {
  const tooLong = competitions.flatMap(({ sport, entrants }) =>
    entrants.filter((name) => name.length > (sport === 'racing' ? MAX_RUNNER_LETTERS : MAX_LETTERS)),
  )
  expect(tooLong).toEqual([])
})

test.each(SPORTS)('everybody in %s plays in one competition and has a name of their own', (sport) => {
  const names = competitions.filter((one) => one.sport === sport).flatMap(({ entrants }) => entrants)
  expect(names.length).toBeGreaterThan(0)
  expect(new Set(names).size).toBe(names.length)
})

test('is of invented clubs and players alone', () => {
  const names = competitions.flatMap(({ name, entrants }) => [name, ...entrants])
  expect(names.filter((name) => realClubs.test(name))).toEqual([])
})

/** Words that give a real club away, from Brazil's first division and the leagues that were played here before. */
const realClubs = new RegExp(
  [
    'flamengo|palmeiras|botafogo|cruzeiro|fluminense|bahia|mirassol|paulo|paranaense|coritiba|internacional',
    'grêmio|corinthians|mineiro|bragantino|santos|vasco|vitória|remo\\b|chapecoense|fortaleza|ceará|juventude',
    'madrid|barcelona|city|united|arsenal|chelsea|liverpool|tokyo|osaka|américa|tigres',
  ].join('|'),
  'iu',
)

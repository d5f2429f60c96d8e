import { SPORTS } from '@palpite/odds'
import { expect, test } from 'vitest'
import { competitions } from '../calendar.ts'

/** How many letters fit on one line beside three prices, on a phone 393 points wide. */
const MAX_LETTERS = 16
/** A runner has a line of its own. */
const MAX_RUNNER_LETTERS = 24

test('no club or player name wraps in a list', () => {
  const tooLong = competitions.flatMap(({ sport, entrants }) =>
    entrants.filter((name) => name.length > (sport === 'racing' ? MAX_RUNNER_LETTERS : MAX_LETTERS)),
  )
  expect(tooLong).toEqual([])
})

test.each(SPORTS)('each entrant of %s plays in one competition and has a unique name', (sport) => {
  const names = competitions.filter((one) => one.sport === sport).flatMap(({ entrants }) => entrants)
  expect(names.length).toBeGreaterThan(0)
  expect(new Set(names).size).toBe(names.length)
})

test('contains only invented clubs and players', () => {
  const names = competitions.flatMap(({ name, entrants }) => [name, ...entrants])
  expect(names.filter((name) => realClubs.test(name))).toEqual([])
})

/** Words from real club names, of Brazil's first division and the leagues played here before. */
const realClubs = new RegExp(
  [
    'flamengo|palmeiras|botafogo|cruzeiro|fluminense|bahia|mirassol|paulo|paranaense|coritiba|internacional',
    'grêmio|corinthians|mineiro|bragantino|santos|vasco|vitória|remo\\b|chapecoense|fortaleza|ceará|juventude',
    'madrid|barcelona|city|united|arsenal|chelsea|liverpool|tokyo|osaka|américa|tigres',
  ].join('|'),
  'iu',
)

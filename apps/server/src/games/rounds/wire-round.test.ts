import { expect, test } from 'vitest'
import { resultOf } from './wire-round.ts'

const draw = {
  sharedRoundId: 1,
  room: 'double',
  place: 0,
  commitment: '',
  salt: '',
  seed: null,
  outcome: null,
  isAbnormal: false,
}
const abnormal = { ...draw, isAbnormal: true }

test.each([
  { what: 'a round that is being played', game: 'mines', status: 'open', of: null, result: 0 },
  { what: 'a bet on a draw to come', game: 'double', status: 'open', of: draw, result: -10 },
  { what: 'a round that was won', game: 'dice', status: 'won', of: null, result: 10 },
  { what: 'a climb that was taken', game: 'rowDouble', status: 'won', of: null, result: 10 },
  { what: 'a draw that was won', game: 'luckyColor', status: 'won', of: draw, result: 10 },
  { what: 'a roll that lost', game: 'dice', status: 'lost', of: null, result: 20 },
  { what: 'a launch that lost', game: 'limbo', status: 'lost', of: null, result: 20 },
  { what: 'a mine', game: 'mines', status: 'lost', of: null, result: 4 },
  { what: 'a fall', game: 'rowDouble', status: 'lost', of: null, result: 4 },
  { what: 'another colour', game: 'double', status: 'lost', of: draw, result: -11 },
  { what: 'another digit', game: 'luckyColor', status: 'lost', of: draw, result: -11 },
  { what: 'a round that was closed for its stake', game: 'mines', status: 'refunded', of: null, result: 90 },
  { what: 'a bet that was taken back', game: 'double', status: 'refunded', of: draw, result: 90 },
  { what: 'an abnormal draw', game: 'double', status: 'refunded', of: abnormal, result: -1 },
] as const)('the result code of $what is $result', ({ game, status, of, result }) => {
  expect(resultOf({ game, status, draw: of })).toBe(result)
})

import { expect, test } from 'vitest'
import { ApiError, isDefinite } from './api-error.ts'

const path = '/api/app/sportsbook/betPlay'
const answer = (http: number, code?: string) =>
  new ApiError({ http, path, ...(code === undefined ? {} : { status: 1, data: { code } }) })

test.each([
  { what: 'a moved price', error: answer(500, 'price_changed'), definite: true },
  { what: 'a missing balance', error: answer(500, 'insufficient_funds'), definite: true },
  { what: 'too many requests', error: answer(429, 'too_many_requests'), definite: true },
  { what: 'an ended session', error: answer(401), definite: true },
  { what: 'no answer at all', error: answer(0), definite: false },
  { what: 'a fault of the server', error: answer(503, 'fault'), definite: false },
  { what: 'no answer in time', error: answer(503, 'busy'), definite: false },
  { what: 'a mistake of the server', error: answer(500, 'bug'), definite: false },
  { what: 'an answer of something in between', error: answer(502), definite: false },
  { what: 'an error of our own', error: new Error('oops'), definite: false },
])('$what leaves it open whether it was done: definite $definite', ({ error, definite }) => {
  expect(isDefinite(error)).toBe(definite)
})

import { expect, test } from 'vitest'
import { isProof, solveChallenge } from './proof.ts'

test.each([0, 1, 7, 8, 9, 12])('the found number proves a challenge of %i bits', (bits) => {
  const challenge = `login.${bits}`
  const number = Number(solveChallenge({ challenge, bits }).split(':')[1])
  expect(isProof({ challenge, bits }, number)).toBe(true)
})

test('a number proves one challenge, and rarely the next', () => {
  const number = Number(solveChallenge({ challenge: 'one', bits: 12 }).split(':')[1])
  const others = Array.from({ length: 50 }, (_none, at) =>
    isProof({ challenge: `other ${at}`, bits: 12 }, number),
  )
  expect(others.filter(Boolean).length).toBeLessThan(3)
})

test.each([-1, 0.5, Number.NaN, 2 ** 32, 2 ** 53])('%f is no valid proof number', (number) => {
  expect(isProof({ challenge: 'easy', bits: 0 }, number)).toBe(false)
})

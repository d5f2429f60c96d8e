import fc from 'fast-check'
import { expect, test } from 'vitest'
import { eachSet, setCount, widerPlace } from './small-sets.ts'

const listed = (from: number, size: number): number[][] => {
  const sets: number[][] = []
  eachSet(from, size, (set) => sets.push([...set]))
  return sets
}

test('every set comes once, ascending, at its own index', () => {
  fc.assert(
    fc.property(fc.nat(12), fc.nat(4), (from, size) => {
      const sets = listed(from, size)
      expect(sets.length).toBe(setCount(from, size))
      expect(new Set(sets.map(String)).size).toBe(sets.length)
      for (const set of sets) expect(set).toEqual(set.toSorted((a, b) => a - b))
      eachSet(from, size, (set, place) => expect([...set]).toEqual(sets[place]))
    }),
  )
})

test.each([0, 1, 2, 3])('a set of %d and one more number has the index of the wider sets', (size) => {
  const wider = listed(9, size + 1)
  const numbers = Array.from({ length: 9 }, (_, number) => number)
  for (const set of listed(9, size)) {
    for (const added of numbers.filter((number) => !set.includes(number)))
      expect(wider[widerPlace(set, added)]).toEqual([...set, added].toSorted((a, b) => a - b))
  }
})

test('40 runners have 10,701 sets of up to three', () => {
  expect([0, 1, 2, 3].reduce((sum, size) => sum + setCount(40, size), 0)).toBe(10_701)
})

import { describe, expect, test } from 'vitest'
import { createPlace } from './live-place.ts'

/** A position whose page received everything up to 5 on its first connection, which was then cut. */
const cutAt5 = () => {
  const place = createPlace()
  place.connect()
  place.greet(3)
  place.isNew(4)
  place.isNew(5)
  place.connect()
  return place
}

describe("the position in a page's messages", () => {
  test('begins with the state when the page opens', () => {
    const place = createPlace()
    place.connect()
    expect(place.greet(7)).toBeUndefined()
    place.connect()
    expect(place.greet(7)).toBeUndefined()
    place.connect()
    expect(place.greet(9)).toBe(7)
  })

  test('requests what came after the last received message', () => {
    expect(cutAt5().greet(5)).toBeUndefined()
    expect(cutAt5().greet(12)).toBe(5)
  })

  test('is not moved by the greeting: cut before the answer, it requests the same again', () => {
    const place = cutAt5()
    expect(place.greet(12)).toBe(5)
    place.connect()
    expect(place.greet(12)).toBe(5)
  })

  test('is not moved by news that arrives during the gap', () => {
    const place = cutAt5()
    place.isNew(13) // before the greeting
    expect(place.greet(13)).toBe(5)
    place.isNew(14)
    place.isNew(6)
    place.connect()
    expect(place.greet(14)).toBe(5)
  })

  test('moves page by page, and to the newest after all pages', () => {
    const place = cutAt5()
    expect(place.greet(2000)).toBe(5)
    place.isNew(2001)
    place.resume({ seq: 505, whole: false })
    place.connect()
    expect(place.greet(2001)).toBe(505)
    place.resume({ seq: 2000, whole: true })
    place.connect()
    expect(place.greet(2001)).toBeUndefined()
  })

  test('recognises repeated messages; unstored ones are always new', () => {
    const place = cutAt5()
    expect([place.isNew(6), place.isNew(6), place.isNew(5)]).toEqual([true, false, false])
    expect([place.isNew(0), place.isNew(0)]).toEqual([true, true])
  })

  test('of one player does not apply to the next', () => {
    const place = cutAt5()
    place.forget()
    place.connect()
    expect(place.greet(12)).toBeUndefined()
    expect(place.isNew(5)).toBe(true)
  })
})

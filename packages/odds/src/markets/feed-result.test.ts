import { describe, expect, test } from 'vitest'
import { LOST, VOID, WON } from '../resolution.ts'
import { resolutionFromFeed } from './feed-result.ts'

describe("a feed's settlements", () => {
  test.each([
    [{ result: 1 }, WON],
    [{ result: 0 }, LOST],
    [{ result: 0, voidFactor: '1' }, VOID],
    [{ result: 1, voidFactor: '0' }, WON],
    [{ result: 1, voidFactor: '-0.1' }, undefined],
    [
      { result: 1, voidFactor: '0.5' },
      { won: 1, refunded: 1, of: 2 },
    ],
    [
      { result: 1, deadHeatFactor: '0.3333' },
      { won: 3333, refunded: 0, of: 10_000 },
    ],
    [
      { result: 1, deadHeatFactor: '0.3333333333333333' },
      { won: 1, refunded: 0, of: 3 },
    ],
    [
      { result: 1, deadHeatFactor: '0.66666666666666663' },
      { won: 2, refunded: 0, of: 3 },
    ],
    [
      { result: 1, voidFactor: '0.5', deadHeatFactor: '0.3333333333333333' },
      { won: 1, refunded: 3, of: 6 },
    ],
    [
      { result: 1, voidFactor: '0.1234', deadHeatFactor: '0.4321' },
      { won: 3787, refunded: 1234, of: 10_000 },
    ],
    [
      { result: 1, deadHeatFactor: '0.123456789' },
      { won: 247, refunded: 0, of: 2000 },
    ],
    [{ result: 1, voidFactor: '2' }, undefined],
    [{ result: 1, deadHeatFactor: 'half' }, undefined],
  ] as const)('%j resolves to %j', (settled, expected) => {
    expect(resolutionFromFeed(settled)).toEqual(expected)
  })
})

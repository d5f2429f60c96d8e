import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitPlackettLuce, orderChance, placeChances } from './plackett-luce.ts'
import { racePrices } from './race-prices.ts'

/** The plain way: every order of the first places, one after the other. */
const byOrders = (win: readonly number[], places: number): number[] => {
  const placed = win.map(() => 0)
  const walk = (taken: readonly number[], chance: number, left: number): void => {
    if (taken.length === Math.min(places, win.length)) return
    for (const [runner, share] of win.entries()) {
      if (share <= 0 || taken.includes(runner)) continue
      const next = (chance * share) / left
      placed[runner] = (placed[runner] ?? 0) + next
      walk([...taken, runner], next, left - share)
    }
  }
  walk([], 1, 1)
  return placed
}

const shares = (weights: readonly number[]): number[] => {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  return weights.map((weight) => weight / whole)
}

describe('place chances', () => {
  test('equal those over every order of finish, up to rounding', () => {
    const weights = fc.array(fc.nat(100), { minLength: 1, maxLength: 9 })
    fc.assert(
      fc.property(weights, fc.integer({ min: 1, max: 4 }), (list, places) => {
        fc.pre(list.some((weight) => weight > 0))
        const win = shares(list)
        const expected = byOrders(win, places)
        for (const [runner, chance] of placeChances(win, places).entries())
          expect(Math.abs(chance - (expected[runner] ?? -1))).toBeLessThan(1e-12)
      }),
    )
  })

  test('equal those over every order in a field of forty', () => {
    const win = shares(Array.from({ length: 40 }, (_, place) => 1 + ((place * 7) % 40)))
    for (const places of [2, 3]) {
      const expected = byOrders(win, places)
      for (const [runner, chance] of placeChances(win, places).entries())
        expect(chance).toBeCloseTo(expected[runner] ?? -1, 12)
    }
    expect(placeChances(win, 4).reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(4, 12)
  })

  test('stay valid when one runner is almost certain to win', () => {
    const win = [1 - 1e-12, ...shares([3, 2, 1]).map((share) => share * 1e-12)]
    const placed = placeChances(win, 2)
    expect(placed[0]).toBeCloseTo(1, 9)
    expect(placed.slice(1).map((chance) => chance.toFixed(3))).toEqual(['0.500', '0.333', '0.167'])
  })
})

describe('chances to win', () => {
  const field = (runners: number) => Array.from({ length: runners }, () => 1 / runners)

  test.each([
    { what: 'more than a whole', win: [0.5, 0.6] },
    { what: 'less than a whole', win: [0.5, 0.4] },
    { what: 'a negative one', win: [1.2, -0.2] },
    { what: 'one that is no number', win: [Number.NaN, 1] },
    { what: 'a field of 41', win: field(41) },
  ])('are refused for $what', ({ win }) => {
    expect(() => placeChances(win, 1)).toThrow('sum to 1, for up to 40 runners')
    expect(() => orderChance(win, [0])).toThrow('sum to 1, for up to 40 runners')
  })

  test.each([0, 5, 1.5])('are rejected for %d places', (places) => {
    expect(() => placeChances(field(6), places)).toThrow(`places must be 1 to 4, got ${places}`)
  })

  test('forty may run, and all of a small field are placed', () => {
    for (const chance of placeChances(field(40), 1)) expect(chance).toBeCloseTo(1 / 40, 12)
    expect(placeChances([0.75, 0.25], 4)).toEqual([1, 1])
  })
})

describe('an order of finish', () => {
  const win = [0.4, 0.3, 0.2, 0.1]

  test('has the chance of each place among those still running', () => {
    expect(orderChance(win, [])).toBe(1)
    expect(orderChance(win, [1])).toBe(0.3)
    expect(orderChance(win, [0, 1])).toBeCloseTo(0.4 * (0.3 / 0.6), 12)
    expect(orderChance(win, [3, 0, 2])).toBeCloseTo(0.1 * (0.4 / 0.9) * (0.2 / 0.5), 12)
  })

  test('behind a certain winner is undefined', () => {
    expect(orderChance([1, 0, 0], [0, 1])).toBe(0)
  })

  test('requires each runner once, and runners of the race', () => {
    expect(() => orderChance(win, [0, 0])).toThrow('a runner finishes once')
    expect(() => orderChance(win, [4])).toThrow('no runner 4')
  })
})

describe('strengths from results', () => {
  // For two runners they have a closed form: (wins + prior) / (races + 2 × prior).
  test.each([
    { prior: 0.5, strength: 0.7 },
    { prior: 2, strength: 5 / 8 },
    { prior: 0, strength: 3 / 4 },
  ])('three wins of four with a prior of $prior are a strength of $strength', ({ prior, strength }) => {
    const fit = fitPlackettLuce(
      [
        ['a', 'b'],
        ['a', 'b'],
        ['b', 'a'],
        ['a', 'b'],
      ],
      prior,
    )
    expect(fit.get('a')).toBeCloseTo(strength, 12)
    expect(fit.get('b')).toBeCloseTo(1 - strength, 12)
  })

  test('take the prior to be a half where none is given', () => {
    expect(fitPlackettLuce([['a', 'b']]).get('a')).toBeCloseTo(0.75, 12)
  })

  test('maximise the likelihood locally', () => {
    const names = ['a', 'b', 'c', 'd']
    const orders = ['abcd', 'abdc', 'bacd', 'cabd', 'dacb', 'acbd', 'bdac'].map((order) => order.split(''))
    const likelihood = (win: readonly number[]): number =>
      orders.reduce(
        (sum, order) =>
          sum +
          Math.log(
            orderChance(
              win,
              order.map((name) => names.indexOf(name)),
            ),
          ),
        0,
      )
    const fit = fitPlackettLuce(orders, 0)
    const best = names.map((name) => fit.get(name) ?? 0)
    for (const moved of names.keys()) {
      for (const step of [0.001, -0.001]) {
        const other = shares(best.map((strength, at) => (at === moved ? strength * (1 + step) : strength)))
        expect(likelihood(other)).toBeLessThan(likelihood(best))
      }
    }
  })
})

describe('prices of a race', () => {
  const win = new Map([
    ['a', 0.4],
    ['b', 0.3],
    ['c', 0.2],
    ['d', 0.1],
  ])

  test('place prices are fair ones with the margin, one rung down', () => {
    // 1 / (71.587 % × 1.15) = 1.2147, 1 / (60.833 % × 1.15) = 1.4294, then 1.9706 and 3.7078.
    const priced = racePrices(win, 2, 1500)
    expect(priced.map(({ runner }) => runner)).toEqual([...win.keys()])
    expect(priced.map(({ winChance }) => winChance)).toEqual([...win.values()])
    expect(priced.map(({ placeMilli }) => placeMilli)).toEqual([1210, 1420, 1970, 3700])
  })

  test('win prices make a book of the margin, up to the rungs', () => {
    const book = racePrices(win, 2, 1500).reduce((sum, { winMilli = 0 }) => sum + 1000 / winMilli, 0)
    expect(book).toBeGreaterThanOrEqual(1.15)
    expect(book).toBeLessThan(1.17)
  })

  test('are absent where a bet could not win more than its stake', () => {
    const sure = new Map([
      ['a', 0.99],
      ['b', 0.01],
    ])
    const [first, second] = racePrices(sure, 2, 500)
    expect(first).toEqual({ runner: 'a', winChance: 0.99, placeChance: 1 })
    expect(Object.keys(second ?? {})).toEqual(['runner', 'winChance', 'placeChance', 'winMilli'])
  })
})

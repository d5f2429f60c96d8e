import { expect, test } from 'vitest'
import { chancesInPlay, runRace } from './in-play.ts'

const win = [0.4, 0.25, 0.15, 0.1, 0.06, 0.04]
const level = win.map(() => 0)

/** Numbers from 0 to below 1, the same each time (a linear congruential generator). */
function rolls(): () => number {
  let state = 12_345
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

test('at the start each runner has its initial chance', () => {
  const chances = chancesInPlay(win, { done: 0, behindCm: level })
  for (const [at, chance] of chances.entries()) expect(chance).toBeCloseTo(win[at] ?? 0, 12)
})

test('level near the end is nearly even, a length ahead is worth more than early, and a zero chance stays zero', () => {
  const even = chancesInPlay(win, { done: 0.99, behindCm: level })
  expect(Math.max(...even)).toBeLessThan(0.22)
  const led = (done: number) => chancesInPlay([0.5, 0.5], { done, behindCm: [0, 240] })[0] ?? 0
  expect([led(0.1), led(0.5), led(0.9)]).toEqual([led(0.1), led(0.5), led(0.9)].toSorted((a, b) => a - b))
  expect(led(0.1)).toBeGreaterThan(0.5)
  expect(chancesInPlay([0.7, 0, 0.3], { done: 0.5, behindCm: [0, 0, 0] })[1]).toBe(0)
})

// docs/maths/racing.md §5: two even runners, a length apart.
test.each([
  { done: 0, chance: '58.3' },
  { done: 0.5, chance: '61.6' },
  { done: 0.9, chance: '74.2' },
])(
  'a length ahead of an even runner after $done of the race wins with $chance of a hundred',
  ({ done, chance }) => {
    const [first = 0, second = 0] = chancesInPlay([0.5, 0.5], { done, behindCm: [0, 240] })
    expect((100 * first).toFixed(1)).toBe(chance)
    expect(first + second).toBeCloseTo(1, 12)
  },
)

test('extreme luck still gives a position on the course', () => {
  for (const roll of [0, 1 - 2 ** -53]) {
    const places = [...runRace(win, [0.5, 1], () => roll)]
    expect(places).toHaveLength(2)
    expect(places.flat().every((cm) => Number.isFinite(cm))).toBe(true)
  }
})

test('rejects a finished race, and one without distances', () => {
  for (const done of [1, 1.01, -0.01, Number.NaN])
    expect(() => chancesInPlay(win, { done, behindCm: level })).toThrow(`not on the way: ${done} of`)
  expect(() => chancesInPlay(win, { done: 0.5, behindCm: [0] })).toThrow('distance for each')
})

test('simulated races are won as often as the chances predicted at the start, half way and near the end', () => {
  const roll = rolls()
  const shares = [0.1, 0.3, 0.5, 0.7, 0.85, 1]
  const races = 3000
  const wonBy = win.map(() => 0)
  // Of all chances between two tenths, as many must come true as they sum to.
  const said = [0.5, 0.85].map((at) => ({
    at,
    bins: new Map<number, { sum: number; spread: number; won: number }>(),
  }))
  for (let race = 0; race < races; race += 1) {
    const run = [...runRace(win, shares, roll)]
    const finish = run.at(-1) ?? []
    const winner = finish.indexOf(Math.max(...finish))
    wonBy[winner] = (wonBy[winner] ?? 0) + 1
    for (const { at, bins } of said) {
      const there = run[shares.indexOf(at)] ?? []
      const behindCm = there.map((cm) => Math.max(...there) - cm)
      for (const [runner, chance] of chancesInPlay(win, { done: at, behindCm }).entries()) {
        const key = Math.floor(chance * 10)
        const bin = bins.get(key) ?? { sum: 0, spread: 0, won: 0 }
        bin.sum += chance
        bin.spread += chance * (1 - chance)
        bin.won += runner === winner ? 1 : 0
        bins.set(key, bin)
      }
    }
  }
  for (const [at, chance] of win.entries())
    expect(Math.abs((wonBy[at] ?? 0) - races * chance)).toBeLessThan(
      4 * Math.sqrt(races * chance * (1 - chance)),
    )
  for (const { bins } of said)
    for (const { sum, spread, won } of bins.values())
      expect(Math.abs(won - sum)).toBeLessThan(4 * Math.sqrt(spread) + 1)
})

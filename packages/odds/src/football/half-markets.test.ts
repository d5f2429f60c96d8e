import { describe, expect, test } from 'vitest'
import { halfTimeFullTimeChances, highestHalfChances } from './half-markets.ts'
import { type FootballState, matchGrids } from './match-grids.ts'

const expected = { home: 1.55, away: 1.05, rho: -0.1 }
const before: FootballState = {
  expected,
  clock: { phase: 'before', minute: 0 },
  score: { home: 0, away: 0 },
}
const chancesOf = (state: FootballState) =>
  Object.fromEntries(halfTimeFullTimeChances(state, matchGrids(state)))
const sumOf = (chances: Record<string, number>, like: RegExp) =>
  Object.entries(chances).reduce((sum, [name, chance]) => sum + (like.test(name) ? chance : 0), 0)

describe('half time and full time', () => {
  test('before the match all nine are possible, and sum to one', () => {
    const chances = chancesOf(before)
    expect(Object.keys(chances)).toHaveLength(9)
    expect(Math.min(...Object.values(chances))).toBeGreaterThan(0.001)
    expect(sumOf(chances, /./)).toBeCloseTo(1, 12)
    // By the halves alone: level at the break with the chance of equal counts of what falls early.
    const { full, half1Share } = matchGrids(before)
    const early = [...full.cells].reduce((sum, chance, at) => {
      const [home, away] = [Math.floor(at / full.size), at % full.size]
      return sum + chance * levelChance(home, away, half1Share)
    }, 0)
    expect(sumOf(chances, /^draw/)).toBeCloseTo(early, 6)
  })

  test.each([
    { phase: 'break', minute: 45, score: { home: 0, away: 1 }, halfTime: undefined, leads: /^away/ },
    {
      phase: 'break',
      minute: 45,
      score: { home: 2, away: 1 },
      halfTime: { home: 2, away: 1 },
      leads: /^home/,
    },
    {
      phase: 'half2',
      minute: 60,
      score: { home: 1, away: 2 },
      halfTime: { home: 1, away: 0 },
      leads: /^home/,
    },
    {
      phase: 'half2',
      minute: 60,
      score: { home: 1, away: 2 },
      halfTime: { home: 1, away: 1 },
      leads: /^draw/,
    },
  ] as const)(
    'in the $phase the half-time result stands: $leads',
    ({ phase, minute, score, halfTime, leads }) => {
      const chances = chancesOf({ expected, clock: { phase, minute }, score, ...(halfTime && { halfTime }) })
      expect(sumOf(chances, leads)).toBeCloseTo(1, 12)
      expect(sumOf(chances, /\/(home|draw|away)$/)).toBeCloseTo(1, 12)
    },
  )
})

/** The chance that both sides score equally often in the first half, each goal with this chance. */
function levelChance(home: number, away: number, share: number): number {
  const early = (all: number, kept: number) => choose(all, kept) * share ** kept * (1 - share) ** (all - kept)
  let sum = 0
  for (let goals = 0; goals <= Math.min(home, away); goals += 1)
    sum += early(home, goals) * early(away, goals)
  return sum
}

const choose = (all: number, kept: number): number =>
  Array.from({ length: kept }, (_, at) => (all - at) / (at + 1)).reduce((product, one) => product * one, 1)

describe('the half of more goals', () => {
  const highest = (state: FootballState, toCome: readonly number[]) =>
    Object.fromEntries(highestHalfChances(state, matchGrids(state), Float64Array.from(toCome)))

  test('counts the goals of both sides, so far and to come', () => {
    const early: FootballState = {
      ...before,
      clock: { phase: 'half1', minute: 30 },
      score: { home: 1, away: 1 },
    }
    // Nothing comes any more: two goals in the first half, none in the second.
    expect(highest(early, [1])).toEqual({ half1: 1, equal: 0, half2: 0 })
    const { half1Share } = matchGrids(early)
    const { half1 = 0, equal = 0, half2 = 0 } = highest(early, [0, 0, 1])
    expect(equal).toBeCloseTo((1 - half1Share) ** 2, 12)
    expect(half1).toBeCloseTo(1 - (1 - half1Share) ** 2, 12)
    expect(half2).toBe(0)
  })

  test('before the match nothing has fallen', () => {
    const { half1Share } = matchGrids(before)
    const { half1, equal, half2 } = highest(before, [0.25, 0.75])
    expect(equal).toBeCloseTo(0.25, 12)
    expect(half1).toBeCloseTo(0.75 * half1Share, 12)
    expect(half2).toBeCloseTo(0.75 * (1 - half1Share), 12)
  })

  test('after the break what came before it is the first half’s, the rest the second’s', () => {
    const late: FootballState = {
      ...before,
      clock: { phase: 'half2', minute: 80 },
      score: { home: 2, away: 2 },
      halfTime: { home: 1, away: 1 },
    }
    expect(highest(late, [1])).toEqual({ half1: 0, equal: 1, half2: 0 })
    expect(highest(late, [0, 1])).toEqual({ half1: 0, equal: 0, half2: 1 })
    const ahead: FootballState = { ...late, halfTime: { home: 2, away: 1 } }
    expect(highest(ahead, [1])).toEqual({ half1: 1, equal: 0, half2: 0 })
    expect(highest({ ...late, clock: { phase: 'break', minute: 45 } }, [1])).toEqual({
      half1: 0,
      equal: 1,
      half2: 0,
    })
  })

  test('chances that do not sum to one are made to', () => {
    const { half1 = 0, equal = 0, half2 = 0 } = highest(before, [0.2, 0.2])
    expect(half1 + equal + half2).toBeCloseTo(1, 12)
    expect(equal).toBeCloseTo(0.5, 12)
  })
})

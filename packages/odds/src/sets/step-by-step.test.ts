import { describe, expect, test } from 'vitest'
import type { PricedMarket } from '../priced-market.ts'
import {
  homeMatchChance,
  matchChanceFromSets,
  setMatchEnds,
  type MatchEnds,
  type SetsToCome,
} from './set-match.ts'
import { setSportPrices } from './set-prices.ts'
import {
  freshSet,
  rallySetEnds,
  tennisSetChance,
  tennisSetEnds,
  type SetEnd,
  type TennisSet,
} from './set-scores.ts'
import {
  fitRallies,
  frameEnds,
  freshRallies,
  freshTennis,
  rallyEnds,
  tennisEnds,
} from './set-sport-models.ts'
import { gameChance, tieBreakChance, type Server } from './tennis-points.ts'

const sum = (values: Iterable<number>): number => [...values].reduce((all, one) => all + one, 0)

describe('a match, set by set', () => {
  type Played = Record<'sets' | 'totals' | 'differences' | 'home' | 'away', Map<string, number>>

  /** Every path of a match, one after the other. */
  const playedOut = (match: SetsToCome): Played => {
    const needed = (match.bestOf + 1) / 2
    const found: Played = {
      sets: new Map(),
      totals: new Map(),
      differences: new Map(),
      home: new Map(),
      away: new Map(),
    }
    const add = (list: Map<string, number>, key: number | string, chance: number) =>
      list.set(String(key), (list.get(String(key)) ?? 0) + chance)
    const play = (
      [home, away]: readonly [number, number],
      [own, other]: readonly [number, number],
      way: { chance: number; ends: readonly SetEnd[] },
    ): void => {
      for (const end of way.ends) {
        const chance = way.chance * end.chance
        const won = end.home > end.away ? ([home + 1, away] as const) : ([home, away + 1] as const)
        const counted = [own + end.home, other + end.away] as const
        if (Math.max(...won) < needed) {
          const ends = match.later(won[0] + won[1] + 1 === match.bestOf, end.nextServer)
          play(won, counted, { chance, ends })
        } else {
          add(found.sets, won.join('-'), chance)
          add(found.totals, counted[0] + counted[1], chance)
          add(found.differences, counted[0] - counted[1], chance)
          add(found.home, counted[0], chance)
          add(found.away, counted[1], chance)
        }
      }
    }
    play(match.won, match.counted, { chance: 1, ends: match.current })
    return found
  }

  const modelled = ({ sets, counts }: MatchEnds): Played => {
    const from = (list: Iterable<number>, first: number) =>
      new Map([...list].map((chance, place) => [String(place + first), chance] as const))
    return {
      sets: new Map(sets.map(({ home, away, chance }) => [`${home}-${away}`, chance])),
      totals: from(counts.totals, counts.totalFrom),
      differences: from(counts.differences, counts.differenceFrom),
      home: from(counts.home, counts.homeFrom),
      away: from(counts.away, counts.awayFrom),
    }
  }

  /** Every chance that differs from the other list, and every incomplete list. */
  const differing = (found: Played, expected: Played): string[] =>
    (['sets', 'totals', 'differences', 'home', 'away'] as const).flatMap((name) => {
      const wrong = [...expected[name]].filter(
        ([key, chance]) => !(Math.abs((found[name].get(key) ?? 0) - chance) < 1e-12),
      )
      const isWhole = Math.abs(sum(found[name].values()) - 1) < 1e-12
      return [...wrong.map(([key]) => `${name} ${key}`), ...(isWhole ? [] : [`all of ${name}`])]
    })

  const end = (home: number, away: number, chance: number, nextServer: Server = 'home'): SetEnd => ({
    home,
    away,
    chance,
    nextServer,
  })
  const first = [end(6, 4, 0.3, 'away'), end(7, 5, 0.25), end(3, 6, 0.2), end(0, 6, 0.25, 'away')]
  const later = {
    home: [end(6, 0, 0.5), end(6, 3, 0.1, 'away'), end(4, 6, 0.4)],
    away: [end(6, 2, 0.35), end(1, 6, 0.65, 'away')],
  }
  const last = [end(10, 8, 0.7), end(2, 6, 0.3)]
  const match: SetsToCome = {
    bestOf: 5,
    won: [0, 0],
    counted: [0, 0],
    current: first,
    later: (isLast, server) => (isLast ? last : later[server]),
  }

  test.each([
    { bestOf: 5, won: [0, 0], counted: [0, 0] },
    { bestOf: 5, won: [1, 0], counted: [6, 4] },
    { bestOf: 5, won: [1, 2], counted: [13, 17] },
    { bestOf: 3, won: [0, 1], counted: [2, 6] },
    { bestOf: 1, won: [0, 0], counted: [0, 0] },
  ] as const)('of $bestOf from $won ends as every way of playing it says', (from) => {
    const at = { ...match, ...from }
    expect(differing(modelled(setMatchEnds(at)), playedOut(at))).toEqual([])
  })

  test('each list reaches as far as a side can count, and no further', () => {
    const { counts } = setMatchEnds(match)
    // 7 games of the first set, 10 of each later one: the last set alone goes so far, so this is a bound.
    expect([counts.home.length, counts.totals.length, counts.differences.length]).toEqual([48, 95, 95])
    const short = setMatchEnds({ ...match, won: [2, 2], current: last }).counts
    expect([short.home.length, short.totals.length, short.differenceFrom]).toEqual([11, 21, -10])
  })

  test('a set ending of one in ten thousand million is ignored', () => {
    const rare = [end(6, 0, 1 - 1e-10), end(99, 97, 1e-10)]
    const { sets, counts } = setMatchEnds({ ...match, bestOf: 1, current: rare })
    expect(sets).toEqual([{ home: 1, away: 0, chance: 1 - 1e-10 }])
    expect(counts.home.length).toBe(7)
  })

  test.each([
    [0, [0, 0]],
    [-1, [0, 0]],
    [2, [0, 0]],
    [37, [0, 0]],
    [3, [2, 0]],
    [3, [0, 2]],
    [3, [0, -1]],
  ] as const)('a best of %d at %j is refused', (bestOf, won) => {
    expect(() => setMatchEnds({ ...match, bestOf, won })).toThrow(/not a best of|is over/)
  })

  test('with up to 35 sets can be counted to its end', () => {
    expect(homeMatchChance(frameEnds(0.5, 35, [17, 17]))).toBe(0.5)
  })

  test('is won from a set score as often as its shorter matches imply', () => {
    // p²(3 − 2p) for two of three; from one set behind both are needed.
    const p = 0.6929
    expect(matchChanceFromSets(p, 3)).toBeCloseTo(p * p * (3 - 2 * p), 12)
    expect(matchChanceFromSets(p, 3, [0, 1])).toBeCloseTo(p * p, 12)
    expect(matchChanceFromSets(p, 3, [1, 0])).toBeCloseTo(1 - (1 - p) ** 2, 12)
    expect(matchChanceFromSets(p, 5, [2, 2])).toBeCloseTo(p, 12)
    expect([matchChanceFromSets(p, 3, [2, 0]), matchChanceFromSets(p, 3, [1, 2])]).toEqual([1, 0])
    expect([matchChanceFromSets(1, 5), matchChanceFromSets(0, 5)]).toEqual([1, 0])
    for (const chance of [-0.01, 1.01, Number.NaN])
      expect(() => matchChanceFromSets(chance, 3)).toThrow('between 0 and 1')
    expect(() => matchChanceFromSets(0.5, 4)).toThrow('not a best of 4')
  })
})

describe('a set of tennis, point by point', () => {
  const ends = (set: TennisSet, serve = { home: 0.66, away: 0.58 }) =>
    new Map(
      tennisSetEnds(serve, set).map(({ home, away, nextServer, chance }) => [
        `${home}-${away}-${nextServer}`,
        chance,
      ]),
    )

  test.each([
    { games: [0, 0], points: [1, 2], server: 'home' },
    { games: [2, 1], points: [3, 1], server: 'away' },
    { games: [5, 4], points: [0, 2], server: 'home' },
    { games: [5, 6], points: [2, 2], server: 'away' },
    { games: [6, 6], points: [4, 5], server: 'away' },
    { games: [6, 6], points: [1, 0], server: 'home' },
  ] as const)('from $games, $points with $server to serve it is the mean of its two next points', (set) => {
    const serve = { home: 0.66, away: 0.58 }
    const [home, away] = set.points
    const isTieBreak = set.games[0] === 6 && set.games[1] === 6
    // One point, then two each.
    const turn = isTieBreak && Math.ceil((home + away) / 2) % 2 === 1
    const server = turn ? (set.server === 'home' ? 'away' : 'home') : set.server
    const won = server === 'home' ? serve.home : 1 - serve.away
    const [ifWon, ifLost] = [
      ends({ ...set, points: [home + 1, away] }, serve),
      ends({ ...set, points: [home, away + 1] }, serve),
    ]
    const now = ends(set, serve)
    expect(sum(now.values())).toBeCloseTo(1, 12)
    for (const [score, chance] of now)
      expect(chance).toBeCloseTo(won * (ifWon.get(score) ?? 0) + (1 - won) * (ifLost.get(score) ?? 0), 12)
  })

  test('who has won the game serves no longer, and the next set begins with the other side', () => {
    const set = { games: [5, 0], points: [3, 0], server: 'home' } as const
    const point = 0.66
    // 6-0 at once unless the game is lost from 40-0; its server is the other one in the set to come.
    expect(ends(set).get('6-0-away')).toBeCloseTo(gameChance(point, [3, 0]), 12)
    const broken = ends({ ...set, games: [4, 5], points: [0, 3] })
    expect(broken.get('4-6-away')).toBeCloseTo(1 - gameChance(point, [0, 3]), 12)
    const tieBreak = ends({ ...set, games: [6, 6], points: [6, 0] })
    expect([...tieBreak.keys()].toSorted()).toEqual(['6-7-away', '7-6-away'])
  })

  test('from level games of level players every score is as likely as its mirror', () => {
    const level = ends(freshSet('home'), { home: 0.6, away: 0.6 })
    const score = (home: number, away: number) =>
      (level.get(`${home}-${away}-home`) ?? 0) + (level.get(`${home}-${away}-away`) ?? 0)
    for (const [home, away] of [
      [7, 5],
      [7, 6],
    ] as const)
      // prettier-ignore
      expect(score(home, away)).toBeCloseTo(score(away, home), 12)
    expect(new Set([...level.keys()].map((key) => key.slice(0, 3))).size).toBe(14)
  })

  test('a game is won as often as the closed formula says, and a tie-break continues by two', () => {
    // Newton and Keller (2005): p⁴(15 − 4p − 10p²/(1 − 2p(1 − p))).
    for (const p of [0.5, 0.62, 0.9])
      expect(gameChance(p)).toBeCloseTo(p ** 4 * (15 - 4 * p - (10 * p * p) / (1 - 2 * p * (1 - p))), 12)
    expect([gameChance(0.6, [4, 2]), gameChance(0.6, [2, 4])]).toEqual([1, 0])
    expect(gameChance(0.6, [4, 3])).toBeCloseTo(0.6 + 0.4 * gameChance(0.6, [3, 3]), 12)
    expect(gameChance(0.6, [3, 4])).toBeCloseTo(0.6 * gameChance(0.6, [3, 3]), 12)
    expect([gameChance(0.6, [5, 3]), gameChance(0.6, [3, 5])]).toEqual([1, 0])
    for (const p of [0, 1, Number.NaN]) expect(() => gameChance(p)).toThrow('between 0 and 1')
    for (const away of [0, 1])
      expect(() => tieBreakChance({ home: 0.5, away }, 'home')).toThrow('between 0 and 1')
  })

  test('a tie-break from any score is the mean of its two next points', () => {
    const serve = { home: 0.66, away: 0.58 }
    for (const target of [7, 10]) {
      const from = (home: number, away: number) => tieBreakChance(serve, 'home', [home, away], target)
      const meanOfNext = (home: number, away: number) => {
        // Points 1, 4, 5, 8, 9 … are home's.
        const won = [0, 3].includes((home + away) % 4) ? serve.home : 1 - serve.away
        return won * from(home + 1, away) + (1 - won) * from(home, away + 1)
      }
      const places = Array.from({ length: target + 2 }, (_, place) => place)
      for (const [home, away] of places.flatMap((one) => places.map((two) => [one, two] as const))) {
        const isOver = Math.max(home, away) >= target && Math.abs(home - away) >= 2
        expect(from(home, away)).toBeCloseTo(isOver ? Number(home > away) : meanOfNext(home, away), 12)
      }
    }
    expect(tieBreakChance(serve, 'home', [6, 6])).toBe(tieBreakChance(serve, 'away', [8, 8]))
    expect(tieBreakChance(serve, 'home')).toBe(tieBreakChance(serve, 'home', [0, 0], 7))
  })
})

describe('rallies, one by one', () => {
  const chanceOf = (ends: readonly SetEnd[], home: number, away: number) =>
    ends.find((one) => one.home === home && one.away === away)?.chance

  test('a set to 11 is won 11-4 in as many ways as the loser can place four points', () => {
    const ends = rallySetEnds(0.55, { target: 11 })
    // C(14, 4): the last rally is home's.
    expect(chanceOf(ends, 11, 4)).toBeCloseTo(1001 * 0.55 ** 11 * 0.45 ** 4, 12)
    expect(chanceOf(ends, 12, 10)).toBeCloseTo(184_756 * 0.55 ** 12 * 0.45 ** 10, 12)
    expect(chanceOf(ends, 11, 10)).toBeUndefined()
    expect(sum(ends.map(({ chance }) => chance))).toBeCloseTo(1, 12)
  })

  test('a set from a score is the rest of it, and one at its cap is over', () => {
    const ends = rallySetEnds(0.55, { target: 21, cap: 30 }, [29, 29])
    expect(ends).toEqual([
      { home: 29, away: 30, chance: 1 - 0.55, nextServer: 'home' },
      { home: 30, away: 29, chance: 0.55, nextServer: 'home' },
    ])
    expect(rallySetEnds(0.55, { target: 21, cap: 30 }, [21, 5])).toEqual([
      { home: 21, away: 5, chance: 1, nextServer: 'home' },
    ])
    expect(chanceOf(rallySetEnds(0.55, { target: 25 }, [24, 24]), 26, 24)).toBeCloseTo(0.55 ** 2, 12)
    for (const rally of [0, 1, Number.NaN])
      expect(() => rallySetEnds(rally, { target: 11 })).toThrow('between 0 and 1')
  })

  test('a set without a cap is followed for sixty rallies beyond its target', () => {
    const longest = Math.max(...rallySetEnds(0.5, { target: 25 }).map(({ home }) => home))
    expect(longest).toBe(85)
  })

  test('the last set of volleyball is the short one', () => {
    const ends = rallyEnds({ ...freshRallies('volleyball', 0.55, 5), sets: [2, 2] })
    const short = sum(rallySetEnds(0.55, { target: 15 }).filter((one) => one.home > one.away).map((one) => one.chance)) // prettier-ignore
    expect(homeMatchChance(ends)).toBeCloseTo(short, 9)
    expect(ends.counts.totals.findIndex((chance) => chance > 0)).toBe(15)
    const fourth = rallyEnds({ ...freshRallies('volleyball', 0.55, 5), sets: [2, 1] })
    expect(fourth.counts.totals.findIndex((chance) => chance > 1e-15)).toBe(25)
  })

  test.each([
    ['volleyball', 5, 25, 15],
    ['badminton', 3, 21, 21],
    ['table_tennis', 7, 11, 11],
  ] as const)('a match of %s is fitted by the sets it has', (sport, bestOf, target, last) => {
    const rally = fitRallies(sport, 0.7, bestOf)
    expect(homeMatchChance(rallyEnds(freshRallies(sport, rally, bestOf)))).toBeCloseTo(0.7, 6)
    const shortest = rallyEnds(freshRallies(sport, 0.5, bestOf)).counts
    expect(shortest.totals.findIndex((chance) => chance > 0)).toBe(target * Math.ceil(bestOf / 2))
    const deciding = {
      ...freshRallies(sport, 0.5, bestOf),
      sets: [(bestOf - 1) / 2, (bestOf - 1) / 2] as const,
    }
    expect(rallyEnds(deciding).counts.totals.findIndex((chance) => chance > 0)).toBe(last)
  })
})

describe('prices of the set under way', () => {
  const from = (set: TennisSet) => {
    const serve = { home: 0.66, away: 0.61 }
    const ends = tennisEnds({ ...freshTennis(serve, 3), set })
    const current = { number: 1, ends: tennisSetEnds(serve, set) }
    const priced = setSportPrices({ sport: 'tennis', ends, current, marginBps: 0 })
    return {
      chance: tennisSetChance(serve, set),
      ofSet: priced.filter(({ market }) => market.period === 'set1'),
      ofMatch: priced.filter(({ market }) => market.period === 'full'),
    }
  }
  const chancesOf = (priced: readonly PricedMarket[], type: string, lineQuarters?: number) =>
    priced
      .find(({ market }) => market.type === type && market.lineQuarters === lineQuarters)
      ?.outcomes.map(({ outcome, chance }) => [outcome, Number(chance.toFixed(9))])

  test('name both sides, and give home what the model gives it', () => {
    const { chance, ofSet } = from(freshSet('home'))
    expect(new Set(ofSet.map(({ market }) => market.type))).toEqual(
      new Set(['tennis.set_winner', 'tennis.handicap', 'tennis.total']),
    )
    const [home, away] = [Number(chance.toFixed(9)), Number((1 - chance).toFixed(9))]
    expect(chancesOf(ofSet, 'tennis.set_winner')).toEqual([['home', home], ['away', away]]) // prettier-ignore
    // Nobody wins a set by less than a game, and 7-6 is the closest one.
    expect(chancesOf(ofSet, 'tennis.handicap', -2)).toEqual([['home', home], ['away', away]]) // prettier-ignore
  })

  test('are left out once the set is all but won, and those of the match stay', () => {
    const won = from({ games: [5, 0], points: [3, 0], server: 'home' })
    expect(won.ofSet).toEqual([])
    expect(won.ofMatch.map(({ market }) => market.type)).toContain('tennis.winner')
  })

  test('frames have handicaps and totals of frames; a score that is no more open, or not on the list, has no market', () => {
    const types = (ends: MatchEnds) =>
      new Set(setSportPrices({ sport: 'snooker', ends, marginBps: 0 }).map(({ market }) => market.type))
    expect(types(frameEnds(0.55, 19))).toEqual(
      new Set(['snooker.winner', 'snooker.handicap', 'snooker.total', 'snooker.correct_score']),
    )
    const ends = frameEnds(0.55, 19)
    const oneScore = { ...ends, sets: [{ home: 10, away: 9, chance: 1 }] }
    expect(types(oneScore)).not.toContain('snooker.correct_score')
    const notListed = { ...ends, sets: [...ends.sets, { home: 99, away: 0, chance: 0 }] }
    expect(types(notListed)).not.toContain('snooker.correct_score')
  })
})

import { expect, test } from 'vitest'
import { seasonChances, type SeasonSoFar } from './season-chances.ts'

const chancesIn = async (of: SeasonSoFar) => (await seasonChances(of)).chances
const row = (name: string, points: number, scored = 0) => ({ name, points, scored, conceded: 0 })
const season = (own: Partial<SeasonSoFar>): SeasonSoFar => ({
  entrants: ['Ada', 'Bela', 'Cita'],
  table: [],
  left: [],
  points: { win: 3, draw: 1, meanMargin: 1.8 },
  places: 2,
  seed: 'a',
  ...own,
})

test('the leader of a finished season wins, level on points by goal difference', async () => {
  expect(await chancesIn(season({ table: [row('Ada', 6), row('Bela', 4)] }))).toEqual([1, 0, 0])
  expect(await chancesIn(season({ table: [row('Ada', 6), row('Cita', 6, 2)] }))).toEqual([0, 0, 1])
})

test('before the first match the chances are as even as the matches', async () => {
  const chances = await chancesIn(
    season({ left: [{ key: '1', home: 'Ada', away: 'Bela', homeWins: 0.5, draw: 0 }] }),
  )
  expect(chances.reduce((sum, chance) => sum + chance)).toBeCloseTo(1)
  expect(chances[0]).toBeGreaterThan(0.49)
  expect(chances[0]).toBeLessThan(0.51)
  expect(chances[2]).toBe(0)
})

test('an uncatchable leader has won, and the same seed gives the same result', async () => {
  const left = [{ key: '1', home: 'Bela', away: 'Cita', homeWins: 0.6, draw: 0.2 }]
  expect(await chancesIn(season({ table: [row('Ada', 7), row('Bela', 3)], left }))).toEqual([1, 0, 0])
  const open = season({ table: [row('Ada', 4), row('Bela', 2)], left })
  expect(await chancesIn(open)).toEqual(await chancesIn(open))
  expect((await chancesIn(open))[1]).toBeGreaterThan(0.5)
})

test('a side that cannot win may still be sure of a place', async () => {
  const table = [row('Ada', 9), row('Bela', 6), row('Cita', 1)]
  expect((await seasonChances(season({ table }))).placed).toEqual([1, 1, 0])
})

test('computing a long season yields to other work, and two at once give what each gives alone', async () => {
  const entrants = Array.from({ length: 20 }, (_, at) => `Clube ${at}`)
  const left = entrants.flatMap((home) =>
    entrants
      .filter((away) => away !== home)
      .map((away) => ({ key: `${home}-${away}`, home, away, homeWins: 0.4, draw: 0.3 })),
  )
  const [one, other] = [season({ entrants, left }), season({ entrants, left, seed: 'b' })]
  const alone = await chancesIn(one)
  let turns = 0
  const timer = setInterval(() => (turns += 1), 0)
  const both = await Promise.all([chancesIn(one), chancesIn(other)])
  clearInterval(timer)
  expect(turns).toBeGreaterThan(10)
  expect(both[0]).toEqual(alone)
  expect(both[1]).not.toEqual(alone)
})

/** Four sides, each pair still to meet twice, and one that wins as good as never. */
const sides = ['Ada', 'Bela', 'Cita', 'Duda']
const rest = sides.flatMap((home) =>
  sides
    .filter((away) => away !== home)
    .map((away) => {
      const homeWins = home === 'Duda' ? 0.03 : away === 'Duda' ? 0.9 : 0.4
      return { key: `${home}-${away}`, home, away, homeWins, draw: 0.07 }
    }),
)

test('a result that was certain changes no chance: nothing is drawn again', async () => {
  const table = [row('Ada', 4), row('Bela', 4), row('Cita', 4), row('Duda', 13)]
  const last = { key: 'last', home: 'Ada', away: 'Bela', homeWins: 0, draw: 1 }
  const before = await seasonChances(season({ entrants: sides, table, left: [...rest, last] }))
  const played = [row('Ada', 5), row('Bela', 5), row('Cita', 4), row('Duda', 13)]
  expect(await seasonChances(season({ entrants: sides, table: played, left: rest }))).toEqual(before)
  // A long chance: seen often enough for a price, too seldom to be drawn again without moving it.
  expect(before.chances[3]).toBeGreaterThan(0)
  expect(before.chances[3]).toBeLessThan(0.3)
})

test('level on points, the difference at the end counts, not today’s', async () => {
  // Bela is one goal behind and has a match to win: by then she is ahead in more than points.
  const table = [row('Ada', 6, 1), row('Bela', 3)]
  const left = [{ key: '1', home: 'Bela', away: 'Cita', homeWins: 1, draw: 0 }]
  const [ada = 0, bela = 0] = await chancesIn(season({ table, left }))
  // Won by one goal she is level in everything; by more she is first.
  expect(bela).toBeGreaterThan(0.65)
  expect(ada + bela).toBeCloseTo(1)
})

test('a side that was hardly ever first is not offered', async () => {
  const left = Array.from({ length: 3 }, (_, at) => ({
    key: `${at}`,
    home: 'Cita',
    away: 'Ada',
    homeWins: 0.02,
    draw: 0,
  }))
  const { chances, seasons } = await seasonChances(season({ table: [row('Ada', 8)], left }))
  expect(chances[2]).toBe(0)
  expect(seasons).toBeGreaterThanOrEqual(20_000)
})

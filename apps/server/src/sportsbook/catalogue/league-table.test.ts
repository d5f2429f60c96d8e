import { afterAll, beforeAll, expect, test } from 'vitest'
import { present } from '../../platform/errors.ts'
import { openHarness, type Harness, play } from '../testing/harness.ts'
import { readForm, readLeagueTable } from './read-league-table.ts'

let harness: Harness
beforeAll(async () => {
  harness = await openHarness()
})
afterAll(() => harness.close())

type FeedMessage = Parameters<Harness['receive']>[0][number]

const dayMs = 24 * 3_600_000
const competition = 'Liga da Tabela'

const meeting = (home: string, away: string, daysAgo: number, score?: [number, number]): FeedMessage[] => {
  const key = `table:${home}:${away}`
  const fixture: FeedMessage = {
    kind: 'fixture',
    key,
    sport: 'football',
    competition,
    season: '2026',
    title: null,
    participants: [{ name: home }, { name: away }],
    startsAt: new Date(Date.now() - daysAgo * dayMs),
    model: null,
    play: null,
  }
  return score ? [fixture, play(key, -1, ...score)] : [fixture]
}

test('the table of a season and the form of both sides follow from its results', async () => {
  await harness.receive([
    ...meeting('Alfa', 'Beta', 9, [2, 0]),
    ...meeting('Beta', 'Gama', 8, [1, 1]),
    ...meeting('Gama', 'Alfa', 7, [3, 1]),
    ...meeting('Beta', 'Alfa', 6, [0, 1]),
  ])
  const { season, rows } = await readLeagueTable(harness.deps.db, { sport: 'football', competition })
  expect(season).toBe('2026')
  expect(
    rows.map(({ rank, name, played, won, drawn, lost, scored, conceded, points }) => [
      rank,
      name,
      played,
      won,
      drawn,
      lost,
      scored,
      conceded,
      points,
    ]),
  ).toEqual([
    [1, 'Alfa', 3, 2, 0, 1, 4, 3, 6],
    [2, 'Gama', 2, 1, 1, 0, 4, 2, 4],
    [3, 'Beta', 3, 0, 1, 2, 1, 4, 1],
  ])
  const ids = await harness.receive(meeting('Alfa', 'Beta 2', -1))
  const form = present(await readForm(harness.deps.db, Number(ids.get('table:Alfa:Beta 2'))), 'its form')
  expect(form.home.map(({ home, away, result }) => [home, away, result])).toEqual([
    ['Beta', 'Alfa', 'won'],
    ['Gama', 'Alfa', 'lost'],
    ['Alfa', 'Beta', 'won'],
  ])
  expect([form.away, form.headToHead, form.table]).toEqual([[], [], rows])
})

test('a corrected result counts as corrected, a rolled-back one not at all', async () => {
  await harness.receive(meeting('Alfa', 'Gama', 5, [0, 0]))
  const drawn = async () => {
    const { rows } = await readLeagueTable(harness.deps.db, { sport: 'football', competition })
    return rows.find(({ name }) => name === 'Alfa')
  }
  expect(await drawn()).toMatchObject({ played: 4, won: 2, drawn: 1 })
  await harness.receive([play('table:Alfa:Gama', -1, 1, 0)])
  expect(await drawn()).toMatchObject({ played: 4, won: 3, drawn: 0 })
  await harness.receive([play('table:Alfa:Gama', -13, 1, 0)])
  expect(await drawn()).toMatchObject({ played: 3, won: 2, drawn: 0 })
})

test('earlier meetings of two sides are shown from the current home side’s view', async () => {
  const ids = await harness.receive([
    ...meeting('Delta', 'Épsilon', 4, [1, 2]),
    ...meeting('Épsilon', 'Delta', -2),
  ])
  const form = await readForm(harness.deps.db, Number(ids.get('table:Épsilon:Delta')))
  expect(form?.headToHead).toMatchObject([{ home: 'Delta', homeScore: 1, awayScore: 2, result: 'won' }])
})

test('a competition without a result has no table, and an unknown fixture no form', async () => {
  const known = { sport: 'football', competition: 'Liga sem jogo' }
  expect(await readLeagueTable(harness.deps.db, known)).toEqual({ season: null, rows: [] })
  expect(await readForm(harness.deps.db, 999_999_999)).toBeUndefined()
})

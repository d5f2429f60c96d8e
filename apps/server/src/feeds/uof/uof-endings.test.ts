import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openUofMatches, type UofMatches } from '../testing/uof.ts'

let uof: UofMatches
beforeAll(async () => {
  uof = await openUofMatches()
})
afterAll(() => uof.close())

describe('a match that was given up', () => {
  test.each([
    { what: 'player 1 retired ahead', sport: 'tennis', said: '95 1-0 8:6-4 9:2-3', paid: 'lost won' },
    { what: 'player 2 retired behind', sport: 'tennis', said: '96 1-0 8:6-4 9:2-3', paid: 'won lost' },
    { what: 'player 1 retired, level', sport: 'tennis', said: '95 1-1 8:6-4 9:4-6 10:2-1', paid: 'lost won' },
    { what: 'retired within the first set', sport: 'tennis', said: '95 0-0 8:4-2', paid: 'void void' },
    { what: 'nobody is named', sport: 'tennis', said: '92 1-0 8:6-4 9:2-3', paid: 'open open' },
    { what: 'nobody is named in the first set', sport: 'tennis', said: '92 0-0 8:4-2', paid: 'void void' },
    { what: 'a walk-over', sport: 'tennis', said: '93', paid: 'void void' },
    { what: 'a walk-over', sport: 'snooker', said: '94', paid: 'void void' },
    { what: 'retired, without sets', sport: 'tennis', said: '95 1-0', paid: 'lost won' },
    { what: 'retired, without a score', sport: 'tennis', said: '95', paid: 'open open' },
    { what: 'defaulted', sport: 'table_tennis', said: '97 1-0 8:11-4 9:1-0', paid: 'lost won' },
    { what: 'defaulted', sport: 'badminton', said: '98 1-0 8:21-4 9:1-0', paid: 'won lost' },
    { what: 'player 1 retired', sport: 'volleyball', said: '95 1-0 8:25-4 9:1-0', paid: 'lost won' },
    { what: 'player 1 retired ahead', sport: 'snooker', said: '95 3-1', paid: 'lost won' },
    { what: 'none: only its result is known', sport: 'tennis', said: '99 2-0', paid: 'won lost' },
  ] as const)('$sport, $what: home and away are $paid', async ({ sport, said, paid }) => {
    const { results } = await uof.played(sport, [`${sport}.winner`], said)
    expect(results).toEqual({ [`${sport}.winner`]: paid })
  })

  test('without a named winner waits for its feed and shows why; all else open is void', async () => {
    const markets = ['tennis.winner', 'tennis.total 22.5']
    const { id, bets, results } = await uof.played('tennis', markets, '92 1-0 8:6-4 9:2-3')
    expect(results).toEqual({ 'tennis.winner': 'open open', 'tennis.total 22.5': 'void void' })
    expect(await uof.reasonOf(id)).toBe('winner_unnamed')
    const rows = await uof.deps.db<{ winner: string | null }[]>`
      select winner from sportsbook_fixture where feed_key = ${id}`
    expect(rows).toEqual([{ winner: null }])
    await uof.receiveText(
      `<bet_settlement product="1" certainty="2" event_id="${id}" timestamp="${uof.now()}"><outcomes><market id="186">
         <outcome id="4" result="0"/><outcome id="5" result="1"/></market></outcomes></bet_settlement>`,
    )
    expect(await uof.became(bets)).toMatchObject({ 'tennis.winner': 'lost won' })
    expect(await uof.reasonOf(id)).toBeUndefined()
  })

  test.each(['100 1-0 8:6-4 9:2-3', '100 1-0', '100'])(
    'is not won by the leader when its feed closes it with %s',
    async (closing) => {
      const { id, bets } = await uof.played('tennis', ['tennis.winner'], '95 1-0 8:6-4 9:2-3')
      await uof.status(id, closing)
      expect(await uof.became(bets)).toEqual({ 'tennis.winner': 'lost won' })
      const unnamed = await uof.played('tennis', ['tennis.winner'], '92 1-0 8:6-4 9:2-3')
      await uof.status(unnamed.id, closing)
      expect(await uof.became(unnamed.bets)).toEqual({ 'tennis.winner': 'open open' })
    },
  )

  test('is not decided again by a score no match ends with', async () => {
    const { id, bets, results } = await uof.played('tennis', ['tennis.winner'], '95 1-0 8:6-4 9:2-3')
    expect(results).toEqual({ 'tennis.winner': 'lost won' })
    await uof.status(id, '100 1-1 8:6-4 9:2-3')
    expect(await uof.became(bets)).toEqual({ 'tennis.winner': 'lost won' })
  })

  test('and continued after all is decided by its result', async () => {
    const { id, bets } = await uof.played('tennis', ['tennis.winner'], '95 1-0 8:6-4 9:2-3')
    await uof.status(id, '100 2-0 8:6-4 9:6-3')
    expect(await uof.became(bets)).toEqual({ 'tennis.winner': 'won lost' })
  })

  test('is decided when a winner is named later', async () => {
    const { id, bets } = await uof.played('tennis', ['tennis.winner'], '92 1-0 8:6-4 9:2-3')
    await uof.status(id, '95 1-0 8:6-4 9:2-3')
    expect(await uof.became(bets)).toEqual({ 'tennis.winner': 'lost won' })
  })
})

describe('the form of a match', () => {
  test('is not assumed: two sets are just two', async () => {
    const { results } = await uof.played('tennis', ['tennis.total_sets 2.5'], '100 2-0 8:6-4 9:6-3')
    expect(results).toEqual({ 'tennis.total_sets 2.5': 'lost won' })
  })

  test.each([
    { what: 'unknown', form: {}, paid: 'void void' },
    { what: 'three sets', form: { best_of: 3 }, paid: 'void void' },
    { what: 'five sets', form: { best_of: 5 }, paid: 'won lost' },
    { what: 'an invalid one', form: { best_of: 4 }, paid: 'void void' },
  ])('decides only lines that any end of the abandoned match would pass: $what', async ({ form, paid }) => {
    const { results } = await uof.played('tennis', ['tennis.total 15.5'], '95 1-0 8:6-0 9:3-0', form)
    expect(results).toEqual({ 'tennis.total 15.5': paid })
  })

  test.each([
    { said: '95 1-0 8:6-4 9:2-3', total: 'tennis.total 18.5', paid: 'won lost' },
    { said: '95 1-0 8:6-4 9:2-3', total: 'tennis.total 19.5', paid: 'void void' },
    { said: '95 1-1 8:6-4 9:4-6', total: 'tennis.total 20.5', paid: 'won lost' },
    { said: '95 1-1 8:6-4 9:4-6', total: 'tennis.total 21.5', paid: 'void void' },
  ])(
    'does not matter where no form changes the result: $total after $said',
    async ({ said, total, paid }) => {
      // Whoever wins the current set, no match ends level in sets.
      expect((await uof.played('tennis', [total], said)).results).toEqual({ [total]: paid })
    },
  )

  test('passes no line if nothing was played', async () => {
    const markets = ['tennis.total_sets 2.5', 'tennis.total 15.5']
    const { results } = await uof.played('tennis', markets, '93', { best_of: 5 })
    expect(results).toEqual({ 'tennis.total_sets 2.5': 'void void', 'tennis.total 15.5': 'void void' })
  })

  test('shows that a match which ended too soon has no result yet', async () => {
    const markets = ['tennis.winner', 'tennis.total_sets 2.5']
    const { id, results } = await uof.played('tennis', markets, '100 1-0 8:6-4', { best_of: 3 })
    expect(results).toEqual({ 'tennis.winner': 'open open', 'tennis.total_sets 2.5': 'open open' })
    expect(await uof.reasonOf(id)).toBe('result_missing')
  })

  test.each(['100 1-0 8:6-4 9:2-3', '100 1-0', '100 1-0 8:6-4', '100 1-1 8:6-4 9:2-3', '100 0-0 8:2-3'])(
    'does not matter where no form ends so: %s is no result yet',
    async (said) => {
      const { id, results } = await uof.played('tennis', ['tennis.winner'], said)
      expect(results).toEqual({ 'tennis.winner': 'open open' })
      expect(await uof.reasonOf(id)).toBe('result_missing')
    },
  )

  const decider = { best_of: 3, super_tiebreak: 10 }
  test.each([
    { said: '100 2-1 10:10-7 9:4-6 8:6-4', form: {} },
    { said: '100 2-1 8:6-4 9:4-6 10:10-8', form: decider },
    { said: '100 2-1 8:6-4 9:4-6 10:1-0', form: decider },
  ])('a match tie-break counts as one game: $said', async ({ said, form }) => {
    const markets = ['tennis.winner', 'tennis.total 20.5', 'tennis.total 21.5']
    const { id, results } = await uof.played('tennis', markets, said, form)
    expect(results).toEqual({
      'tennis.winner': 'won lost',
      'tennis.total 20.5': 'won lost',
      'tennis.total 21.5': 'lost won',
    })
    const rows = await uof.deps.db<{ score: string; winner: string }[]>`
      select concat(home_score, '-', away_score) as score, winner from sportsbook_fixture where feed_key = ${id}`
    expect(rows).toEqual([{ score: '2-1', winner: 'home' }])
  })

  test('points of a possible match tie-break decide no total of games', async () => {
    const markets = ['tennis.total 25.5', 'tennis.total 20.5']
    const { results } = await uof.played('tennis', markets, '95 1-1 8:6-4 9:4-6 10:6-3')
    expect(results).toEqual({ 'tennis.total 25.5': 'void void', 'tennis.total 20.5': 'won lost' })
  })
})

test('a match without a start time is offered with its day alone, until it is known', async () => {
  const id = await uof.newMatch('football')
  const shown = async () => {
    const rows = await uof.deps.db<{ id: number }[]>`
      select id from sportsbook_fixture where feed = 'uof' and feed_key = ${id}`
    const [fixture] = await uof.sportsbook.readFixtureStates(rows.map((row) => row.id))
    return fixture
  }
  await uof.report(id, 'football', { start: 'start_time="2036-05-04T00:00:00+00:00" start_time_tbd="true"' })
  // At midnight UTC it would be the day before in Brazil.
  expect(await shown()).toMatchObject({ startsAt: '2036-05-04T12:00:00.000Z', isDayOnly: true })
  await uof.report(id, 'football', { start: 'start_time="2036-05-04T18:30:00+00:00" start_time_tbd="false"' })
  expect(await shown()).toMatchObject({ startsAt: '2036-05-04T18:30:00.000Z', isDayOnly: false })
})

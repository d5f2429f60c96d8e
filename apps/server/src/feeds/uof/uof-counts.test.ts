import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openUofMatches, type UofMatches } from '../testing/uof.ts'

const LIVE = 1
const ENDED = 3

let uof: UofMatches
beforeAll(async () => {
  uof = await openUofMatches()
})
afterAll(() => uof.close())

describe('parts of a match', () => {
  test.each([
    '13:20-18 14:10-22 15:25-15 16:20-25',
    '16:20-25 13:20-18 14:10-22 15:25-15',
    '15:25-15 16:20-25 14:10-22 13:20-18',
  ])('are read by their codes: quarters sent as %s settle the same', async (parts) => {
    const markets = ['half1 69.5', 'quarter2 31.5', 'quarter3 39.5'].map((of) => `basketball.total ${of}`)
    const { results } = await uof.played('basketball', markets, `100 75-80 ${parts}`)
    expect(results).toEqual({
      'basketball.total half1 69.5': 'won lost',
      'basketball.total quarter2 31.5': 'won lost',
      'basketball.total quarter3 39.5': 'won lost',
    })
  })

  test('several overtimes are one count', async () => {
    const markets = ['basketball.winner', 'basketball.total all 179.5', 'basketball.1x2 full']
    const said = '110 88-92 13:20-20 14:10-10 15:25-25 16:20-20 40:8-8 40:5-9'
    const { results } = await uof.played('basketball', markets, said)
    expect(results).toEqual({
      'basketball.winner': 'lost won',
      'basketball.total all 179.5': 'won lost',
      'basketball.1x2 full': 'lost won lost',
    })
  })

  test('a break ends the quarter before it, and a code that is no break does not', async () => {
    const id = await uof.newMatch('basketball')
    const bets = await uof.betOnAll(id, ['basketball.total quarter1 30.5'])
    await uof.status(id, '0 20-18 13:20-18', LIVE)
    expect(await uof.became(bets)).toEqual({ 'basketball.total quarter1 30.5': 'open open' })
    await uof.status(id, '301 20-18 13:20-18', LIVE)
    expect(await uof.became(bets)).toEqual({ 'basketball.total quarter1 30.5': 'won lost' })
  })

  test.each([
    {
      sport: 'football',
      said: '6 1-0 6:1-0 7:0-0',
      market: 'football.1x2 half1',
      after: '31 1-0 6:1-0 7:0-0',
    },
    {
      sport: 'basketball',
      said: '13 10-8 13:10-8 14:0-0 15:0-0 16:0-0',
      market: 'basketball.total quarter1 17.5',
      after: '301 10-8 13:10-8 14:0-0 15:0-0 16:0-0',
    },
    {
      sport: 'basketball',
      said: '301 20-18 13:20-18 14:0-0',
      market: 'basketball.total quarter2 37.5',
      after: '302 40-36 13:20-18 14:20-18 15:0-0 16:0-0',
    },
    {
      sport: 'basketball',
      said: '13 20-18 6:20-18 7:0-0',
      market: 'basketball.total half1 37.5',
      after: '31 20-18 6:20-18 7:0-0',
    },
    {
      sport: 'basketball',
      said: '16 80-80 13:20-20 14:20-20 15:20-20 16:20-20 40:0-0',
      market: 'basketball.total quarter4 39.5',
      after: '32 80-80 13:20-20 14:20-20 15:20-20 16:20-20 40:0-0',
    },
  ] as const)('listed before they start end no part: $said', async ({ sport, said, market, after }) => {
    const id = await uof.newMatch(sport)
    const bets = await uof.betOnAll(id, [market])
    await uof.status(id, said, LIVE)
    const became = Object.values(await uof.became(bets)).join()
    expect(became).toMatch(/^open open( open)?$/)
    const open = await uof.deps.db<{ isOpen: boolean }[]>`
      select market.status = 'open' as "isOpen" from sportsbook_market market
        join sportsbook_fixture fixture on fixture.id = market.fixture_id
       where fixture.feed_key = ${id}`
    expect(open).toEqual([{ isOpen: true }])
    await uof.status(id, after, LIVE)
    expect(Object.values(await uof.became(bets)).join()).toMatch(/^won lost( lost)?$/)
  })

  test('sets have codes too, the sixth and seventh their own', async () => {
    const markets = ['table_tennis.winner', 'table_tennis.set_winner set3', 'table_tennis.total_sets 6.5']
    const said = '100 4-3 442:11-8 8:11-4 9:4-11 441:4-11 10:11-4 11:4-11 12:11-4'
    const { results } = await uof.played('table_tennis', markets, said)
    expect(results).toEqual({
      'table_tennis.winner': 'won lost',
      'table_tennis.set_winner set3': 'won lost',
      'table_tennis.total_sets 6.5': 'won lost',
    })
  })
})

describe('a score with unknown parts', () => {
  test.each([
    { sport: 'basketball', score: '81-79', markets: ['winner', 'total all 159.5'] },
    { sport: 'american_football', score: '24-17', markets: ['winner', 'total all 40.5'] },
    { sport: 'volleyball', score: '3-1', markets: ['winner', 'total_sets 3.5'] },
    { sport: 'tennis', score: '2-1', markets: ['winner', 'total_sets 2.5'] },
    { sport: 'snooker', score: '5-1', markets: ['winner', 'total 5.5'] },
  ] as const)('decides in $sport what the score alone decides', async ({ sport, score, markets }) => {
    const all = markets.map((market) => `${sport}.${market}`)
    const { results } = await uof.played(sport, all, `100 ${score}`)
    expect(results).toEqual(Object.fromEntries(all.map((market) => [market, 'won lost'])))
  })

  test.each([
    { what: 'not listed', parts: '', reason: 'parts_missing' },
    { what: 'with one missing', parts: '13:20-20 14:20-20 16:20-20', reason: 'parts_missing' },
    { what: 'of another score', parts: '13:20-20 14:20-20 15:20-20 16:20-20', reason: 'parts_differ' },
    {
      what: 'with contradictions',
      parts: '13:20-20 13:21-20 14:20-20 15:20-20 16:21-19',
      reason: 'parts_missing',
    },
  ])('quarters $what decide nothing, and wait', async ({ parts, reason }) => {
    const markets = ['basketball.total half1 80.5', 'basketball.total quarter1 40.5', 'basketball.winner']
    const { id, results } = await uof.played('basketball', markets, `100 81-79 ${parts}`.trim())
    expect(results).toEqual({
      'basketball.total half1 80.5': 'open open',
      'basketball.total quarter1 40.5': 'open open',
      'basketball.winner': 'won lost',
    })
    expect(await uof.reasonOf(id)).toBe(reason)
  })

  test('waits too if the match was abandoned: the parts may have decided it', async () => {
    const { id, results } = await uof.played('basketball', ['basketball.total quarter1 30.5'], '90 41-38')
    expect(results).toEqual({ 'basketball.total quarter1 30.5': 'open open' })
    expect(await uof.reasonOf(id)).toBe('parts_missing')
  })

  test('is never voided by the passing of time', async () => {
    const { id, bets } = await uof.played('basketball', ['basketball.total half1 80.5'], '100 81-79')
    await uof.deps.db`
      update sportsbook_fixture set starts_at = now() - interval '9 days' where feed_key = ${id}`
    expect(await uof.became(bets)).toEqual({ 'basketball.total half1 80.5': 'open open' })
  })

  test('halves of basketball decide halves and the match, and quarters wait', async () => {
    const markets = ['winner', 'total half1 77.5', 'total full 159.5', 'total quarter1 40.5']
    const all = markets.map((market) => `basketball.${market}`)
    const { results } = await uof.played('basketball', all, '100 81-79 7:41-41 6:40-38')
    expect(results).toEqual({
      'basketball.winner': 'won lost',
      'basketball.total half1 77.5': 'won lost',
      'basketball.total full 159.5': 'won lost',
      'basketball.total quarter1 40.5': 'open open',
    })
  })

  test.each([
    { code: 100, paid: 'won lost lost' },
    { code: 110, paid: 'open open open' },
    { code: 0, paid: 'open open open' },
  ])('decides regular play only if no overtime was played: code $code', async ({ code, paid }) => {
    const { results } = await uof.played('basketball', ['basketball.1x2 full'], `${code} 81-79`)
    expect(results).toEqual({ 'basketball.1x2 full': paid })
  })

  test.each([
    { said: '100 2-1', paid: 'won lost lost' },
    { said: '110 2-1', paid: 'open open open' },
    { said: '110 2-1 41:1-0 7:1-0 6:0-1', paid: 'lost won lost' },
    { said: '110 2-1 7:1-0 6:0-1', paid: 'open open open' },
    { said: '120 1-1 7:1-0 6:0-1 50:4-3', paid: 'lost won lost' },
  ])('decides the ninety minutes where they are known: $said', async ({ said, paid }) => {
    const { results } = await uof.played('football', ['football.1x2 full'], said)
    expect(results).toEqual({ 'football.1x2 full': paid })
  })

  test('repeated with less detail reverses nothing', async () => {
    const id = await uof.newMatch('basketball')
    const bets = await uof.betOnAll(id, ['basketball.winner', 'basketball.total half1 69.5'])
    const all = '100 75-80 13:20-18 14:10-22 15:25-15 16:20-25'
    for (const said of [all, '100 75-80', '100']) {
      await uof.status(id, said, said === all ? ENDED : undefined)
      expect(await uof.became(bets)).toEqual({
        'basketball.winner': 'lost won',
        'basketball.total half1 69.5': 'won lost',
      })
    }
  })

  test('whose parts arrive later is settled by them', async () => {
    const { id, bets } = await uof.played('basketball', ['basketball.total half1 69.5'], '100 75-80')
    await uof.status(id, '100 75-80 13:20-18 14:10-22 15:25-15 16:20-25')
    expect(await uof.became(bets)).toEqual({ 'basketball.total half1 69.5': 'won lost' })
    expect(await uof.reasonOf(id)).toBeUndefined()
  })

  test('that is missing ends the match, and pays nobody until it is known', async () => {
    const { id, results } = await uof.played('baseball', ['baseball.winner'], '100')
    expect(results).toEqual({ 'baseball.winner': 'open open' })
    expect(await uof.reasonOf(id)).toBe('result_missing')
    const rows = await uof.deps.db<{ status: number }[]>`
      select match_status as status from sportsbook_fixture where feed_key = ${id}`
    expect(rows).toEqual([{ status: -1 }])
  })
})

describe('cards and corners', () => {
  const statistics = (counts: Readonly<Record<string, string>>) =>
    Object.entries(counts)
      .map(([name, [home, , away]]) => `<${name} home="${home}" away="${away}"/>`)
      .join('')
  /** The score and counts of a match, with its status code; closed. */
  const ended = (id: string, code: number, counts: Readonly<Record<string, string>>) =>
    uof.receiveText(
      `<odds_change product="1" event_id="${id}" timestamp="${uof.now()}">
         <sport_event_status status="4" match_status="${code}" home_score="1" away_score="0">
           <period_scores><period_score match_status_code="6" number="1" home_score="1" away_score="0"/>
             <period_score match_status_code="7" number="2" home_score="0" away_score="0"/></period_scores>
           <statistics>${statistics(counts)}</statistics></sport_event_status></odds_change>`,
    )
  const settled = (id: string, market: number, total: number, isOver: boolean) =>
    uof.receiveText(
      `<bet_settlement product="1" certainty="2" event_id="${id}" timestamp="${uof.now()}"><outcomes>
         <market id="${market}" specifiers="total=${total}"><outcome id="12" result="${isOver ? 1 : 0}"/>
         <outcome id="13" result="${isOver ? 0 : 1}"/></market></outcomes></bet_settlement>`,
    )

  test('bookings are paid by the feed’s own count, never by ours', async () => {
    const id = await uof.newMatch('football')
    const bets = await uof.betOnAll(id, ['football.cards_total full 3.5', 'football.corners_total full 9.5'])
    // Three cards of ours: the feed counts a red one as two.
    await ended(id, 100, { yellow_cards: '1-1', red_cards: '0-1', corners: '6-5' })
    expect(await uof.became(bets)).toEqual({
      'football.cards_total full 3.5': 'open open',
      'football.corners_total full 9.5': 'won lost',
    })
    await settled(id, 139, 3.5, true)
    expect(await uof.became(bets)).toMatchObject({ 'football.cards_total full 3.5': 'won lost' })
  })

  test('corners of a match with extra time wait for the feed: the statistics cover more than ninety minutes', async () => {
    const id = await uof.newMatch('football')
    const bets = await uof.betOnAll(id, ['football.corners_total full 9.5'])
    await ended(id, 110, { corners: '6-5' })
    expect(await uof.became(bets)).toEqual({ 'football.corners_total full 9.5': 'open open' })
    await settled(id, 166, 9.5, false)
    expect(await uof.became(bets)).toEqual({ 'football.corners_total full 9.5': 'lost won' })
  })
})

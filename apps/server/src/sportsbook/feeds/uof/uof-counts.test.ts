import { marketType, type Period, type Sport } from '@palpite/odds'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { present } from '../../../platform/assert.ts'
import { readWaitingFixtures } from '../../settlement/index.ts'
import { type Bettors, openBettors } from '../../testing/bettors.ts'
import { openHarness, type Harness } from '../../testing/harness.ts'
import { openIntake, type Intake } from '../intake/open-intake.ts'
import { readUofFixtureIncoming, readUofIncoming } from './read-incoming.ts'

let harness: Harness
let bettors: Bettors
let intake: Intake
beforeAll(async () => {
  harness = await openHarness()
  bettors = openBettors(harness)
  intake = openIntake(harness.deps, { feed: 'uof', share: 1 })
})
afterAll(async () => {
  await intake.stop()
  await harness.close()
})

const SPORTS: Readonly<Partial<Record<Sport, number>>> = {
  football: 1,
  basketball: 2,
  baseball: 3,
  tennis: 5,
  american_football: 16,
  snooker: 19,
  table_tennis: 20,
  volleyball: 23,
  badminton: 31,
}

let events = 0
let milliseconds = 0
const now = () => Date.now() + (milliseconds += 1)

async function hear(text: string): Promise<void> {
  await intake.receive(readUofIncoming(text))
  await intake.drained()
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString()

/** A match that begins in an hour, with what the feed says of its form. */
async function newEvent(
  sport: Sport,
  form: Readonly<Record<string, number>> = {},
  start = `start_time="${inAnHour()}"`,
): Promise<string> {
  const id = `sr:match:${(events += 1)}`
  const infos = Object.entries(form).map(([key, value]) => `<info key="${key}" value="${value}"/>`)
  await intake.receive(
    readUofFixtureIncoming(
      `<fixtures_fixture><fixture id="${id}" ${start}>
         <tournament id="sr:tournament:1" name="Copa ${sport}"><sport id="sr:sport:${SPORTS[sport]}" name="${sport}"/></tournament>
         <competitors><competitor id="sr:competitor:1" name="Alfa ${events}" qualifier="home"/>
         <competitor id="sr:competitor:2" name="Bravo ${events}" qualifier="away"/></competitors>
         <extra_info>${infos.join('')}</extra_info></fixture></fixtures_fixture>`,
    ),
  )
  await intake.drained()
  return id
}

type Named = { type: string; period: Period; line: number | undefined }

/** "basketball.total quarter2 40.5". */
function named(market: string): Named {
  const [type = '', second, third] = market.split(' ')
  const isLine = second !== undefined && /^-?[\d.]+$/.test(second)
  const { periods } = present(marketType(type), type)
  const [first = 'full'] = Object.keys(periods) as Period[]
  const line = isLine ? second : third
  return {
    type,
    period: isLine || second === undefined ? first : (second as Period),
    line: line === undefined ? undefined : Number(line),
  }
}

function marketXml(market: string): string {
  const { type, period, line } = named(market)
  const { periods, uofOutcomes = [] } = present(marketType(type), type)
  const number = /^(quarter|set|inning)(\d)$/.exec(period)
  const specifiers = [
    ...(number ? [`${number[1]}nr=${number[2]}`] : []),
    ...(line === undefined ? [] : [`${type.includes('handicap') ? 'hcp' : 'total'}=${line}`]),
  ].join('|')
  const outcomes = uofOutcomes.map((id) => `<outcome id="${id}" odds="2.0" active="1"/>`).join('')
  return `<market id="${present(periods[period], market)}" specifiers="${specifiers}" status="1">${outcomes}</market>`
}

type Part = readonly [code: number, home: number, away: number, number?: number]
type Said = { code: number; score?: readonly [number, number]; parts?: readonly Part[]; status?: number }

const statusXml = ({ code, score, parts = [], status = 4 }: Said): string => {
  const scores = score ? `home_score="${score[0]}" away_score="${score[1]}"` : ''
  const listed = parts.map(
    ([of, home, away, number = 0]) =>
      `<period_score match_status_code="${of}" number="${number}" home_score="${home}" away_score="${away}"/>`,
  )
  return `<sport_event_status status="${status}" match_status="${code}" ${scores}><period_scores>${listed.join('')}</period_scores></sport_event_status>`
}

const say = (id: string, inside: string) =>
  hear(`<odds_change product="1" event_id="${id}" timestamp="${now()}">${inside}</odds_change>`)

type Bet = { market: string; code: string; playerId: number; betId: number }

/** A player with R$ 100 and R$ 10 at 2.00 on each outcome of each of these markets. */
async function betOnAll(id: string, markets: readonly string[]): Promise<Bet[]> {
  await say(id, `<odds>${markets.map(marketXml).join('')}</odds>`)
  const bets: Bet[] = []
  for (const market of markets) {
    const { type, period, line } = named(market)
    const rows = await harness.deps.db<{ code: string; id: number }[]>`
      select outcome.outcome_code as code, outcome.id
        from sportsbook_outcome outcome
        join sportsbook_market market on market.id = outcome.market_id
        join sportsbook_fixture fixture on fixture.id = market.fixture_id
       where fixture.feed_key = ${id} and market.type = ${type} and market.period = ${period}
         and market.line_quarters is not distinct from ${line === undefined ? null : line * 4}
       order by outcome.id`
    for (const { code, id: outcomeId } of rows) {
      const playerId = await harness.newPlayer(10_000)
      bets.push({ market, code, playerId, betId: await bettors.placed(playerId, outcomeId) })
    }
  }
  return bets
}

const WORDS: Readonly<Record<number, string>> = { 11_000: 'won', 10_000: 'void', 9000: 'lost' }

/** What became of the bets, by market and outcome: from the money, and open only where it is still at stake. */
async function became(bets: readonly Bet[]): Promise<Record<string, string>> {
  await harness.sportsbook.settle()
  const words: [string, string][] = []
  for (const { market, code, playerId, betId } of bets) {
    const standing = await bettors.standing(betId)
    const cents = await harness.cash(playerId)
    words.push([`${market} ${code}`, standing?.status === 'open' ? 'open' : (WORDS[cents] ?? String(cents))])
  }
  expect(await harness.verify()).toEqual([])
  return Object.fromEntries(words)
}

/** Bets on all outcomes of these markets, then what the feed says, one message after the other. */
async function played(sport: Sport, markets: readonly string[], said: readonly Said[], form = {}) {
  const id = await newEvent(sport, form)
  const bets = await betOnAll(id, markets)
  for (const one of said) await say(id, statusXml(one))
  return { id, bets, results: await became(bets) }
}

const reasonOf = async (id: string) =>
  (await readWaitingFixtures(harness.deps.db)).find(({ feedKey }) => feedKey === id)?.reason

const two = (market: string, home: string, away: string) => ({
  [`${market} home`]: home,
  [`${market} away`]: away,
})
const overUnder = (market: string, over: string, under: string) => ({
  [`${market} over`]: over,
  [`${market} under`]: under,
})
const threeWays = (market: string, home: string, draw: string, away: string) => ({
  ...two(market, home, away),
  [`${market} draw`]: draw,
})

test('a match whose hour nobody knows yet is offered with its day alone, until it is said', async () => {
  const id = await newEvent('football', {}, 'start_time="2036-05-04T00:00:00+00:00" start_time_tbd="true"')
  const shown = async () => {
    const [row] = await harness.deps.db<{ id: number }[]>`
      select id from sportsbook_fixture where feed = 'uof' and feed_key = ${id}`
    const [fixture] = await harness.sportsbook.readStandings([present(row, 'the match').id])
    return fixture
  }
  // At midnight of UTC it would be the day before in Brazil.
  expect(await shown()).toMatchObject({ startsAt: '2036-05-04T12:00:00.000Z', isDayOnly: true })
  events -= 1
  await newEvent('football', {}, 'start_time="2036-05-04T18:30:00+00:00" start_time_tbd="false"')
  expect(await shown()).toMatchObject({ startsAt: '2036-05-04T18:30:00.000Z', isDayOnly: false })
})

describe('an early ending', () => {
  const ahead = { score: [1, 0], parts: [[8, 6, 4], [9, 2, 3]] } as const // prettier-ignore
  const level = { score: [1, 1], parts: [[8, 6, 4], [9, 4, 6], [10, 2, 1]] } as const // prettier-ignore
  const within = { score: [0, 0], parts: [[8, 4, 2]] } as const
  test.each([
    {
      what: 'player 1 retired ahead',
      sport: 'tennis',
      said: { code: 95, ...ahead },
      home: 'lost',
      away: 'won',
    },
    {
      what: 'player 2 retired ahead',
      sport: 'tennis',
      said: { code: 96, ...ahead },
      home: 'won',
      away: 'lost',
    },
    {
      what: 'player 1 retired, level',
      sport: 'tennis',
      said: { code: 95, ...level },
      home: 'lost',
      away: 'won',
    },
    {
      what: 'retired within a set',
      sport: 'tennis',
      said: { code: 95, ...within },
      home: 'void',
      away: 'void',
    },
    { what: 'nobody named', sport: 'tennis', said: { code: 92, ...ahead }, home: 'open', away: 'open' },
    {
      what: 'nobody named within a set',
      sport: 'tennis',
      said: { code: 92, ...within },
      home: 'void',
      away: 'void',
    },
    { what: 'won by walk-over', sport: 'tennis', said: { code: 93 }, home: 'void', away: 'void' },
    {
      what: 'player 1 retired, by score alone',
      sport: 'tennis',
      said: { code: 95, score: [1, 0] },
      home: 'lost',
      away: 'won',
    },
    { what: 'retired, without a score', sport: 'tennis', said: { code: 95 }, home: 'open', away: 'open' },
    {
      what: 'player 1 defaulted',
      sport: 'table_tennis',
      said: {
        code: 97,
        score: [1, 0],
        parts: [
          [8, 11, 4],
          [9, 1, 0],
        ],
      },
      home: 'lost',
      away: 'won',
    },
    {
      what: 'player 2 defaulted',
      sport: 'badminton',
      said: {
        code: 98,
        score: [1, 0],
        parts: [
          [8, 21, 4],
          [9, 1, 0],
        ],
      },
      home: 'won',
      away: 'lost',
    },
    {
      what: 'player 1 retired',
      sport: 'volleyball',
      said: {
        code: 95,
        score: [1, 0],
        parts: [
          [8, 25, 4],
          [9, 1, 0],
        ],
      },
      home: 'lost',
      away: 'won',
    },
    {
      what: 'player 1 retired ahead',
      sport: 'snooker',
      said: { code: 95, score: [3, 1] },
      home: 'lost',
      away: 'won',
    },
    {
      what: 'only the result is known',
      sport: 'tennis',
      said: { code: 99, score: [2, 0] },
      home: 'won',
      away: 'lost',
    },
  ] as const)(
    '$sport, $what: the winner market is $home for home, $away for away',
    async ({ sport, said, home, away }) => {
      // prettier-ignore
      const market = `${sport}.winner`
      const { results } = await played(sport, [market], [said])
      expect(results).toEqual(two(market, home, away))
    },
  )

  test('in which nobody is named waits for its feed, and is told with why; all that is open beside it is void', async () => {
    const markets = ['tennis.winner', 'tennis.total 22.5']
    const { id, bets, results } = await played('tennis', markets, [{ code: 92, ...ahead }])
    expect(results).toEqual({
      ...two('tennis.winner', 'open', 'open'),
      ...overUnder('tennis.total 22.5', 'void', 'void'),
    })
    expect(await reasonOf(id)).toBe('winner_unnamed')
    await hear(
      `<bet_settlement product="1" certainty="2" event_id="${id}" timestamp="${now()}"><outcomes><market id="186">
         <outcome id="4" result="0"/><outcome id="5" result="1"/></market></outcomes></bet_settlement>`,
    )
    expect(await became(bets)).toMatchObject(two('tennis.winner', 'lost', 'won'))
    expect(await reasonOf(id)).toBeUndefined()
  })
})

describe('parts of a match', () => {
  const quarters: readonly Part[] = [[13, 20, 18], [14, 10, 22], [15, 25, 15], [16, 20, 25]] // prettier-ignore
  const markets = [
    'basketball.total half1 69.5',
    'basketball.total quarter2 31.5',
    'basketball.total quarter3 39.5',
  ]
  test.each([[[0, 1, 2, 3]], [[3, 0, 1, 2]], [[2, 3, 1, 0]]] as const)(
    'are read by their codes: quarters sent in the order %j settle the same',
    async (order) => {
      const parts = order.map((at) => present(quarters[at], 'a quarter'))
      const { results } = await played('basketball', markets, [{ code: 100, score: [75, 80], parts }])
      expect(results).toEqual({
        ...overUnder('basketball.total half1 69.5', 'won', 'lost'),
        ...overUnder('basketball.total quarter2 31.5', 'won', 'lost'),
        ...overUnder('basketball.total quarter3 39.5', 'won', 'lost'),
      })
    },
  )

  test('several overtimes are one count', async () => {
    const regular = quarters.map(([code, home], at): Part => [code, home, home, at + 1])
    const parts: Part[] = [...regular, [40, 8, 8, 1], [40, 5, 9, 2]]
    const all = ['basketball.winner', 'basketball.total all 179.5', 'basketball.1x2 full']
    const { results } = await played('basketball', all, [{ code: 110, score: [88, 92], parts }])
    expect(results).toEqual({
      ...two('basketball.winner', 'lost', 'won'),
      ...overUnder('basketball.total all 179.5', 'won', 'lost'),
      ...threeWays('basketball.1x2 full', 'lost', 'won', 'lost'),
    })
  })

  test('a break ends the quarter before it, and a code that is no break does not', async () => {
    const id = await newEvent('basketball')
    const bets = await betOnAll(id, ['basketball.total quarter1 30.5'])
    const first = { score: [20, 18], parts: [[13, 20, 18]], status: 1 } as const
    await say(id, statusXml({ code: 0, ...first }))
    expect(await became(bets)).toMatchObject({ 'basketball.total quarter1 30.5 under': 'open' })
    await say(id, statusXml({ code: 301, ...first }))
    expect(await became(bets)).toEqual(overUnder('basketball.total quarter1 30.5', 'won', 'lost'))
  })

  test('sets have their codes too, the sixth and the seventh theirs', async () => {
    const parts: Part[] = [
      [442, 11, 8],
      [8, 11, 4],
      [9, 4, 11],
      [441, 4, 11],
      [10, 11, 4],
      [11, 4, 11],
      [12, 11, 4],
    ]
    const all = ['table_tennis.winner', 'table_tennis.set_winner set3', 'table_tennis.total_sets 6.5']
    const { results } = await played('table_tennis', all, [{ code: 100, score: [4, 3], parts }])
    expect(results).toEqual({
      ...two('table_tennis.winner', 'won', 'lost'),
      ...two('table_tennis.set_winner set3', 'won', 'lost'),
      ...overUnder('table_tennis.total_sets 6.5', 'won', 'lost'),
    })
  })
})

describe('a score whose parts are not known', () => {
  test.each([
    {
      sport: 'basketball',
      score: [81, 79],
      winner: 'basketball.winner',
      total: 'basketball.total all 159.5',
    },
    {
      sport: 'american_football',
      score: [24, 17],
      winner: 'american_football.winner',
      total: 'american_football.total all 40.5',
    },
    { sport: 'volleyball', score: [3, 1], winner: 'volleyball.winner', total: 'volleyball.total_sets 3.5' },
    { sport: 'tennis', score: [2, 1], winner: 'tennis.winner', total: 'tennis.total_sets 2.5' },
    { sport: 'snooker', score: [5, 1], winner: 'snooker.winner', total: 'snooker.total 5.5' },
  ] as const)('decides of $sport what it alone decides', async ({ sport, score, winner, total }) => {
    // prettier-ignore
    const { results } = await played(sport, [winner, total], [{ code: 100, score }])
    expect(results).toEqual({ ...two(winner, 'won', 'lost'), ...overUnder(total, 'won', 'lost') })
  })

  const parts = ['basketball.total half1 80.5', 'basketball.total quarter1 40.5']
  test.each([
    { what: 'that nobody lists', listed: [], reason: 'parts_missing' },
    {
      what: 'of which one is missing',
      listed: [
        [13, 20, 20],
        [14, 20, 20],
        [16, 20, 20],
      ],
      reason: 'parts_missing',
    },
    {
      what: 'that add up to another score',
      listed: [
        [13, 20, 20],
        [14, 20, 20],
        [15, 20, 20],
        [16, 20, 20],
      ],
      reason: 'parts_differ',
    },
    {
      what: 'of which one is said in two ways',
      listed: [
        [13, 20, 20],
        [13, 21, 20],
        [14, 20, 20],
        [15, 20, 20],
        [16, 21, 19],
      ],
      reason: 'parts_missing',
    },
  ] as const)('quarters $what decide nothing, and are waited for', async ({ listed, reason }) => {
    // prettier-ignore
    const { id, results } = await played('basketball', [...parts, 'basketball.winner'], [
      { code: 100, score: [81, 79], parts: listed },
    ])
    expect(results).toEqual({
      ...overUnder('basketball.total half1 80.5', 'open', 'open'),
      ...overUnder('basketball.total quarter1 40.5', 'open', 'open'),
      ...two('basketball.winner', 'won', 'lost'),
    })
    expect(await reasonOf(id)).toBe(reason)
  })

  test('halves of basketball decide halves and the match, and quarters wait', async () => {
    const all = ['basketball.winner', 'basketball.total half1 77.5', 'basketball.total full 159.5', 'basketball.total quarter1 40.5'] // prettier-ignore
    const said = { code: 100, score: [81, 79], parts: [[7, 41, 41], [6, 40, 38]] } as const // prettier-ignore
    const { results } = await played('basketball', all, [said])
    expect(results).toEqual({
      ...two('basketball.winner', 'won', 'lost'),
      ...overUnder('basketball.total half1 77.5', 'won', 'lost'),
      ...overUnder('basketball.total full 159.5', 'won', 'lost'),
      ...overUnder('basketball.total quarter1 40.5', 'open', 'open'),
    })
  })

  test.each([
    { code: 100, home: 'won', others: 'lost' },
    { code: 110, home: 'open', others: 'open' },
  ])('decides regular play only where nobody played on: code $code', async ({ code, home, others }) => {
    const { results } = await played('basketball', ['basketball.1x2 full'], [{ code, score: [81, 79] }])
    expect(results).toEqual(threeWays('basketball.1x2 full', home, others, others))
  })

  test('after extra time decides no ninety minutes, which the halves do', async () => {
    const market = 'football.1x2 full'
    const alone = await played('football', [market], [{ code: 110, score: [2, 1] }])
    expect(alone.results).toEqual(threeWays(market, 'open', 'open', 'open'))
    const parts: Part[] = [
      [41, 1, 0],
      [7, 1, 0],
      [6, 0, 1],
    ]
    const told = await played('football', [market], [{ code: 110, score: [2, 1], parts }])
    expect(told.results).toEqual(threeWays(market, 'lost', 'won', 'lost'))
  })

  test('said once more with less takes nothing back', async () => {
    const all = ['basketball.winner', 'basketball.total half1 69.5']
    const quarters: Part[] = [[13, 20, 18], [14, 10, 22], [15, 25, 15], [16, 20, 25]] // prettier-ignore
    const { id, bets } = await played('basketball', all, [
      { code: 100, score: [75, 80], parts: quarters, status: 3 },
    ])
    for (const said of [{ code: 100, score: [75, 80] }, { code: 100 }] as const) {
      await say(id, statusXml(said))
      expect(await became(bets)).toEqual({
        ...two('basketball.winner', 'lost', 'won'),
        ...overUnder('basketball.total half1 69.5', 'won', 'lost'),
      })
    }
  })

  test('that is not said at all ends the match, and pays nobody until somebody knows', async () => {
    const { id, results } = await played('baseball', ['baseball.winner'], [{ code: 100 }])
    expect(results).toEqual(two('baseball.winner', 'open', 'open'))
    expect(await reasonOf(id)).toBe('result_missing')
    const rows = await harness.deps.db<{ status: number }[]>`
      select match_status as status from sportsbook_fixture where feed_key = ${id}`
    expect(rows).toEqual([{ status: -1 }])
  })
})

describe('the form of a match', () => {
  const straight = { code: 100, score: [2, 0], parts: [[8, 6, 4], [9, 6, 3]] } as const // prettier-ignore
  const retired = { code: 95, score: [1, 0], parts: [[8, 6, 0], [9, 3, 0]] } as const // prettier-ignore

  test('is not assumed: two sets are no more than two', async () => {
    const { results } = await played('tennis', ['tennis.total_sets 2.5'], [straight])
    expect(results).toEqual(overUnder('tennis.total_sets 2.5', 'lost', 'won'))
    const live = { ...straight, code: 9, score: [1, 0], status: 1 } as const
    const underWay = await played('tennis', ['tennis.total_sets 2.5'], [live])
    expect(underWay.results).toEqual(overUnder('tennis.total_sets 2.5', 'open', 'open'))
  })

  test.each([
    { what: 'unknown', form: {}, over: 'void', under: 'void' },
    { what: 'three sets', form: { best_of: 3 }, over: 'void', under: 'void' },
    { what: 'five sets', form: { best_of: 5 }, over: 'won', under: 'lost' },
  ])('decides what any end of a match given up would: $what', async ({ form, over, under }) => {
    const market = 'tennis.total 15.5'
    const { results } = await played('tennis', [market], [retired], form)
    expect(results).toEqual(overUnder(market, over, under))
  })

  test.each([
    { written: 'by points', last: [10, 10, 7], form: {} },
    { written: 'by points', last: [10, 10, 8], form: { best_of: 3, super_tiebreak: 10 } },
    { written: 'as a game', last: [10, 1, 0], form: { best_of: 3, super_tiebreak: 10 } },
  ] as const)('a match tie-break counts as one game, $written', async ({ last, form }) => {
    const all = ['tennis.winner', 'tennis.total 20.5', 'tennis.total 21.5']
    const parts: readonly Part[] = [last, [9, 4, 6], [8, 6, 4]]
    const { results } = await played('tennis', all, [{ code: 100, score: [2, 1], parts }], form)
    expect(results).toEqual({
      ...two('tennis.winner', 'won', 'lost'),
      ...overUnder('tennis.total 20.5', 'won', 'lost'),
      ...overUnder('tennis.total 21.5', 'lost', 'won'),
    })
  })

  test('points of what may be a match tie-break decide no total of games', async () => {
    const parts: Part[] = [[8, 6, 4], [9, 4, 6], [10, 6, 3]] // prettier-ignore
    const said = { code: 95, score: [1, 1], parts } as const
    const { results } = await played('tennis', ['tennis.total 25.5', 'tennis.total 20.5'], [said])
    expect(results).toEqual({
      ...overUnder('tennis.total 25.5', 'void', 'void'),
      ...overUnder('tennis.total 20.5', 'won', 'lost'),
    })
  })
})

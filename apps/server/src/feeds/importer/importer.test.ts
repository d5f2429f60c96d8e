import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openHarness, type Harness, requestFor } from '../../sportsbook/testing/harness.ts'
import { sportsbookSettings as settings } from '../../sportsbook/index.ts'
import { playDue } from '../simulator/play-due.ts'
import { importFootball } from './import-football.ts'
import { readResultsFile } from './results/league.ts'

const HEADER = 'season,round,date,time,home,away,ft_home,ft_away,ht_home,ht_away,note'
const file = (...lines: string[]) => [HEADER, ...lines, ''].join('\n')

describe('a file of fixtures and results', () => {
  test.each([
    ['2026,R1,2026-13-01,18:30,Bahia,Santos,,,,,', 'is not a date and time'],
    ['2026,R1,2026-02-31,18:30,Bahia,Santos,,,,,', 'is not a date and time'],
    ['2026,R1,2026-12-01,25:30,Bahia,Santos,,,,,', 'is not a date and time'],
    ['26,R1,2026-12-01,18:30,Bahia,Santos,,,,,', 'season "26" is not a year'],
    ['2026,R1,2026-12-01,18:30,Bahia,Bahia,,,,,', 'Bahia cannot play against itself'],
    ['2026,R1,2026-12-01,18:30,,Santos,,,,,', 'is not the name of a team'],
    ['2026,R1,2026-12-01,18:30,Bahia,Santos,1,,,,', 'are not a final score'],
    ['2026,R1,2026-12-01,18:30,Bahia,Santos,-1,0,,,', 'are not a final score'],
    ['2026,R1,2026-12-01,18:30,Bahia,Santos,1.5,0,,,', 'are not a final score'],
    ['2026,R1,2026-12-01,18:30,Bahia,Santos,1,0,x,0,', 'are not a half-time score'],
    ['2026,R1,2026-12-01,18:30,Bahia,Santos,1,0,2,0,', 'more goals at half-time than at the end'],
    ['2026,R1,2026-12-01,18:30,Bahia,Santos,,,1,0,', 'a half-time score needs a final score'],
    ['2026,R1,2026-12-01,18:30,Bahia,Santos', '11 fields are needed, there are 6'],
  ])('with the line %s is refused: %s', (line, problem) => {
    const read = readResultsFile(file('2026,R1,2026-12-01,18:30,Ceará,Grêmio,,,,,', line))
    const problems = read.ok ? [] : read.problems
    expect(problems.map((one) => one.line)).toEqual([3])
    expect(problems[0]?.problem).toContain(problem)
  })

  test('with another header or without lines is refused', () => {
    expect(readResultsFile('a,b\n1,2')).toMatchObject({ ok: false, problems: [{ line: 1 }] })
    expect(readResultsFile(file())).toMatchObject({ ok: false, problems: [{ line: 2 }] })
  })

  test('with a duplicate match is refused, and all wrong lines are named', () => {
    const line = '2026,R1,2026-12-01,18:30,Bahia,Santos,,,,,'
    const read = readResultsFile(file(line, '2026', line))
    expect(read.ok ? [] : read.problems.map((one) => one.line)).toEqual([3, 4])
  })

  test.each([
    ['2018-02-17', '18:30', '2018-02-17T20:30:00.000Z'], // the last afternoon of a summer
    ['2018-02-18', '18:30', '2018-02-18T21:30:00.000Z'],
    ['2018-11-03', '23:30', '2018-11-04T02:30:00.000Z'],
    ['2018-11-04', '16:00', '2018-11-04T18:00:00.000Z'], // the first one of the last summer time
    ['2019-02-16', '22:30', '2019-02-17T00:30:00.000Z'],
    ['2019-02-17', '16:00', '2019-02-17T19:00:00.000Z'],
    ['2026-12-01', '18:30', '2026-12-01T21:30:00.000Z'], // no summer time since
    ['2018-02-17', '23:30', '2018-02-18T01:30:00.000Z'], // this hour occurred twice: the first time
    ['2018-11-04', '00:30', '2018-11-04T03:30:00.000Z'], // this hour did not exist: as if the clocks had not changed
  ])('on %s at %s kicks off by the zone’s rules of that day', (date, time, instant) => {
    const read = readResultsFile(file(`2018,R1,${date},${time},Bahia,Santos,,,,,`))
    expect(read.ok && read.lines[0]?.startsAt.toISOString()).toBe(instant)
  })

  test('may quote names that contain a comma', () => {
    const read = readResultsFile(file('2026,R1,2026-12-01,18:30,"Bahia, EC","A ""B""",2,1,1,0,'))
    expect(read.ok && read.lines[0]).toMatchObject({
      home: 'Bahia, EC',
      away: 'A "B"',
      score: { home: 2, away: 1 },
      startsAt: new Date('2026-12-01T21:30:00Z'),
    })
  })
})

describe('the importer', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await openHarness()
  })
  afterAll(() => harness.close())

  const played = [
    '2025,R1,2025-05-01,18:30,Bahia,Santos,3,0,1,0,',
    '2025,R2,2025-05-08,18:30,Santos,Bahia,0,2,0,1,',
    '2025,R3,2025-05-15,18:30,Bahia,Vasco,1,1,1,0,',
  ]
  const coming = '2090,R1,2090-12-01,18:30,Bahia,Santos,,,,,'

  test('changes nothing when a line is wrong', async () => {
    expect((await importFootball(harness.deps, file(...played, 'wrong'))).ok).toBe(false)
    const [row] = await harness.deps.db<{ count: number }[]>`select count(*) from sportsbook_fixture`
    expect(row?.count).toBe(0)
  })

  test('prices coming fixtures from past results, and changes nothing when run again', async () => {
    const answer = await importFootball(harness.deps, file(...played, coming))
    expect(answer).toEqual({ ok: true, imported: { fixtures: 4, results: 3, priced: 1 } })
    const prices = await pricesOf(harness, '2090:Bahia:Santos')
    expect(prices['home']).toBeLessThan(prices['away'] ?? 0) // the winner of both is the favourite
    const before = await snapshot(harness)
    await importFootball(harness.deps, file(...played, coming))
    expect(await snapshot(harness)).toEqual(before)
  })

  test('is never played by the simulator, and cannot be marked as simulated', async () => {
    const { db } = harness.deps
    const started = '2090:Bahia:Santos'
    await db`update sportsbook_fixture set starts_at = now() - interval '1 hour' where feed_key = ${started}`
    await playDue(harness.deps, settings)
    const rows = await db<{ matchStatus: number; simulated: boolean }[]>`
      select match_status as "matchStatus", simulated from sportsbook_fixture where feed_key = ${started}`
    expect(rows).toEqual([{ matchStatus: 0, simulated: false }])
    const seeded = async () => db`update sportsbook_fixture set seed = 'palpite' where feed_key = ${started}`
    await expect(seeded()).rejects.toThrow('sportsbook_fixture_played')
    const marked = async () => db`update sportsbook_competition set simulated = true`
    await expect(marked()).rejects.toThrow('foreign key')
    await importFootball(harness.deps, file(...played, coming)) // restores its own kick-off
  })

  test('settles a corrected result again', async () => {
    const bet = await placeOn(harness, '2090:Bahia:Santos')
    await importFootball(harness.deps, file(...played, coming.replace(',,,,,', ',2,0,1,0,')))
    await harness.sportsbook.settle()
    expect(await harness.cash(1)).toBeGreaterThan(9000)
    await importFootball(harness.deps, file(...played, coming.replace(',,,,,', ',0,0,0,0,')))
    await harness.sportsbook.settle()
    expect(await harness.cash(1)).toBe(9000)
    await importFootball(harness.deps, file(...played, coming))
    await harness.sportsbook.settle()
    const [row] = await harness.deps.db<{ status: string }[]>`
      select status from sportsbook_bet where id = ${bet}`
    expect(row?.status).toBe('open')
    expect(await harness.verify()).toEqual([])
  })
})

const REAL = new URL('../../../../../../shared/data/football_bra_serie_a_cc0.csv', import.meta.url)

describe.runIf(existsSync(REAL))('the real Série A of 2024 to 2026', () => {
  let harness: Harness
  beforeAll(async () => {
    harness = await openHarness()
  })
  afterAll(() => harness.close())

  test('is imported whole, and each coming fixture has prices with the house margin', async () => {
    const answer = await importFootball(harness.deps, readFileSync(REAL, 'utf8'))
    expect(answer).toMatchObject({ ok: true, imported: { fixtures: 1140, results: 917 } })
    const books = await harness.deps.db<{ margin: number }[]>`
      select sum(1000.0 / outcome.price_milli)::float8 as margin
        from sportsbook_outcome outcome
        join sportsbook_market market on market.id = outcome.market_id
       where market.type = 'football.1x2' and market.period = 'full'
       group by market.id`
    expect(books.length).toBe(answer.ok ? answer.imported.priced : -1)
    for (const { margin } of books) {
      // Prices round down to the ladder: never below the margin, and at most 6 points above.
      expect(margin).toBeGreaterThanOrEqual(1.06 - 1e-9)
      expect(margin).toBeLessThan(1.12)
    }
    const [strongest] = await harness.deps.db<{ name: string }[]>`
      select team.name from sportsbook_strength strength join sportsbook_participant team on team.id = strength.participant_id
       order by strength.attack / strength.concession desc limit 1`
    expect(strongest?.name).toBe('CR Flamengo')
  })
})

async function pricesOf(harness: Harness, key: string): Promise<Record<string, number>> {
  const rows = await harness.deps.db<{ code: string; price: number }[]>`
    select outcome.outcome_code as code, outcome.price_milli as price
      from sportsbook_outcome outcome
      join sportsbook_market market on market.id = outcome.market_id
      join sportsbook_fixture fixture on fixture.id = market.fixture_id
     where fixture.feed_key = ${key} and market.type = 'football.1x2' and market.period = 'full'`
  return Object.fromEntries(rows.map(({ code, price }) => [code, price]))
}

async function placeOn(harness: Harness, key: string): Promise<number> {
  const rows = await harness.deps.db<{ id: number }[]>`
    select outcome.id
      from sportsbook_outcome outcome
      join sportsbook_market market on market.id = outcome.market_id
      join sportsbook_fixture fixture on fixture.id = market.fixture_id
     where fixture.feed_key = ${key} and market.type = 'football.1x2' and market.period = 'full'
       and outcome.outcome_code = 'home'`
  await harness.fund([1], 10_000)
  const bet = await harness.sportsbook.placeBet(requestFor(1, rows[0]?.id, { accept: 'any' }))
  if (!bet.ok) throw new Error(bet.refusal.code)
  return Number(bet.value.betId)
}

const snapshot = (harness: Harness) => harness.deps.db<{ key: string }[]>`
  select fixture.feed_key as key, fixture.match_status, fixture.state, fixture.starts_at, market.type,
         market.line_quarters, market.status, outcome.outcome_code, outcome.price_milli, outcome.version
    from sportsbook_fixture fixture
    left join sportsbook_market market on market.fixture_id = fixture.id
    left join sportsbook_outcome outcome on outcome.market_id = market.id
   order by fixture.id, market.id, outcome.id`

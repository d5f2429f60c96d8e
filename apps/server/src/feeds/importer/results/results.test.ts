import { existsSync, readFileSync } from 'node:fs'
import { sportState } from '@palpite/contract'
import { describe, expect, test } from 'vitest'
import { RESULT_FILES, type ResultFileKind } from '../import-results.ts'

const FOLDER = new URL('../../../../../../../shared/data/', import.meta.url)

type CsvKind = Exclude<ResultFileKind, 'world-cups' | 'timelines'>

const reading = (kind: CsvKind, ...lines: string[]) => {
  const file = RESULT_FILES[kind]
  return file.read([file.columns, ...lines].join('\n'))
}

const NFL =
  '2018-09-09,2018,Browns,Steelers,0,0,0,7,7,14,14,0,21,21,155,-185,6.5,-6.5,3.5,-3.5,0.0,0.0,20.0,47.0,41.0'
const MLB = '2019-03-28,0,PIT,CIN,3,5,51,D,,,000002010,01000040x,9,0,1'
const ATP =
  '2017-339,brisbane,Finals,Grigor Dimitrov,Kei Nishikori,7,3,62 26 63,2,1,14,11,0,0,2017-339-d875-n552'

describe('files of results', () => {
  test.each([
    ['american-football', NFL.replace('2018-09-09', '2018-02-30'), 'is no date'],
    ['american-football', NFL.replace('Browns', ''), 'is no name'],
    ['american-football', NFL.replace(',0,21,21,', ',0,20,21,'), 'add up to more'],
    ['american-football', NFL.replace(',0,21,21,', ',0,x,21,'), 'is no count'],
    ['american-football', 'a,b', '25 fields are needed'],
    ['baseball', MLB.replace('000002010', '00000201y'), 'are no innings'],
    ['baseball', MLB.replace(',3,5,', ',3,6,'), 'do not add up'],
    ['tennis', ATP.replace('62 26 63', '62 26'), 'is not won by the winner'],
    ['tennis', ATP.replace('62 26 63', '62 26 six'), 'is no set'],
    ['tennis', ATP.replace('2017-339,', 'x,'), 'begins with no year'],
    ['volleyball', 'Women,1617,1,Main,2016-10-22,A,B,3,0,77,25,22,25,18,25,21,,,,', 'is no date and time'],
    [
      'volleyball',
      'Women,1617,1,Main,2016-10-22 15:30,A,B,3,1,77,25,22,25,18,25,21,,,,',
      'do not match the sets won',
    ],
    ['internationals', '2022-01-27,Ecuador,Brazil,-1,1,Friendly,Quito,Ecuador,FALSE', 'is no count'],
    ['league', '2025,R1,2025-05-01,18:30,Bahia,Santos,1,0,2,0,', 'more goals at half-time'],
    ['races', '01-bahrain,2024-03-02,2,1,a,b,57,,,,,1', 'nobody has won'],
    ['races', '01-bahrain,2024-03-02,first,1,a,b,57,,,,,1', 'is no position'],
  ] as const)('of %s refuse the line %s: %s', (kind, line, problem) => {
    const { results, problems } = reading(kind, line)
    expect(problems.map((one) => one.problem).join()).toContain(problem)
    expect(results).toEqual([])
  })

  test('with other columns or without lines are refused', () => {
    expect(RESULT_FILES.tennis.read('a,b\n1,2').problems).toMatchObject([{ line: 1 }])
    expect(reading('tennis').problems).toMatchObject([{ line: 2 }])
  })

  test('a match level after four quarters had an overtime, even without points', () => {
    expect(reading('american-football', NFL).results[0]?.state).toMatchObject({
      overtime: [0, 0],
      periods: [
        [0, 0],
        [0, 7],
        [7, 14],
        [14, 0],
      ],
    })
  })

  test('a half inning that was not needed is not played', () => {
    expect(reading('baseball', MLB).results[0]?.state).toMatchObject({ halvesDone: 17, extra: null })
  })

  test('parses a set of more than ten games, and an unfinished one', () => {
    const long = ATP.replace('62 26 63,2,1', '67(1) 76(10) 108 (RET),1,1')
    expect(reading('tennis', long).results[0]?.state).toMatchObject({
      sets: [
        [6, 7],
        [7, 6],
        [10, 8],
      ],
      ending: 'retired',
      winner: 'home',
    })
  })

  const FINAL = {
    comp: 'World Cup 2022',
    round: 'Final',
    date: '2022-12-18',
    time: '18:00 UTC+3',
    home: 'Argentina',
    away: 'France',
    score: { ht: [2, 0], ft: [2, 2], et: [3, 3], p: [4, 2] },
  }
  const readingCups = (...matches: object[]) => RESULT_FILES['world-cups'].read(JSON.stringify(matches))

  test('with extra time keep the 90 minutes apart, and give the winner', () => {
    const [final] = readingCups(FINAL).results
    expect(final?.startsAt.toISOString()).toBe('2022-12-18T15:00:00.000Z')
    expect(final?.state).toMatchObject({
      score: [2, 2],
      extraTime: [1, 1],
      penalties: [4, 2],
      winner: 'home',
    })
  })

  test('of a group have no winner', () => {
    const group = { ...FINAL, round: 'Matchday 1', score: { ft: [2, 0] } }
    expect(readingCups(group).results[0]?.state).not.toHaveProperty('winner')
  })

  test('in a list name the wrong match', () => {
    const fewer = { ...FINAL, score: { ft: [2, 2], et: [1, 2] } }
    expect(readingCups(FINAL, { ...FINAL, home: '' }, fewer).problems).toMatchObject([
      { line: 2, problem: '"home" is not as it should be' },
      { line: 3, problem: 'fewer goals after extra time than before it' },
    ])
    expect(RESULT_FILES.timelines.read('{}').problems).toMatchObject([{ line: 1 }])
  })

  test('with events count corners and cards by half, second yellow cards included', () => {
    const reported = (p: string, k: string) => ({ p, s: 1, side: 'home', k })
    const match = {
      id: 1,
      competition: 'Premier League',
      kickoff: '2017-08-11 18:45:00',
      home: 'Arsenal',
      away: 'Leicester City',
      ht: [0, 0],
      ft: [1, 0],
      et: [0, 0],
      pens: [0, 0],
      corners: [2, 0],
      duration: 'Regular',
      timeline: [
        reported('1H', 'corner'),
        reported('2H', 'corner'),
        reported('1H', 'yellow_card'),
        reported('2H', 'second_yellow'),
      ],
    }
    const read = (one: object) => RESULT_FILES.timelines.read(JSON.stringify([one]))
    expect(read(match).results[0]?.state).toMatchObject({
      halfTimeCorners: [1, 0],
      cards: [2, 0],
      halfTimeCards: [1, 0],
      redCards: [1, 0],
    })
    expect(read({ ...match, corners: [3, 0] }).problems).toMatchObject([{ line: 1 }])
  })

  test('of races number runners by name, and omit who was not placed', () => {
    const line = (position: string, name: string) => `01,2024-03-02,${position},1,${name},b,57,,,,,1`
    const { results } = reading('races', line('1', 'b'), line('DNF', 'a'), line('DNS', 'c'), line('2', 'd'))
    expect(results).toHaveLength(1)
    expect(results[0]?.participants).toEqual([
      { name: 'a', isWithdrawn: false },
      { name: 'b', isWithdrawn: false },
      { name: 'c', isWithdrawn: true },
      { name: 'd', isWithdrawn: false },
    ])
    expect(results[0]?.state).toMatchObject({
      finishes: [
        { runner: 2, place: 1 },
        { runner: 4, place: 2 },
      ],
    })
  })
})

describe.runIf(existsSync(FOLDER))('the real files of results', () => {
  test.each([
    ['american-football', 'american_football_nfl_2018_21_odds.csv', 979],
    ['baseball', 'baseball_mlb_2019_retrosheet.csv', 900],
    ['tennis', 'tennis_atp_2017.csv', 1200],
    ['volleyball', 'volleyball_bundesliga_cc0.csv', 852],
    ['internationals', 'football_international_cc0.csv', 292],
    ['league', 'football_bra_serie_a_cc0.csv', 917],
    ['world-cups', 'football_worldcup_goal_minutes_cc0.json', 232],
    ['timelines', 'football_timelines_wyscout_ccby4.json', 124],
    ['races', 'racing_f1_2024_ccby4.csv', 24],
  ] as const)('parses %s whole, each fixture once and in the score of its sport', (kind, name, count) => {
    const { results, problems } = RESULT_FILES[kind].read(readFileSync(new URL(name, FOLDER), 'utf8'))
    expect(problems).toEqual([])
    expect(results).toHaveLength(count)
    expect(new Set(results.map(({ key }) => key)).size).toBe(count)
    for (const { state } of results) sportState.parse(state)
  })
})

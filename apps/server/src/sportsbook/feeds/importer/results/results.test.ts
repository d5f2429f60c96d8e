import { existsSync, readFileSync } from 'node:fs'
import { sportState } from '@palpite/contract'
import { describe, expect, test } from 'vitest'
import { RESULT_FILES, type ResultFileKind } from './table.ts'

const FOLDER = new URL('../../../../../../../../shared/data/', import.meta.url)

const reading = (kind: ResultFileKind, ...lines: string[]) => {
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
      'not those that were won',
    ],
    ['internationals', '2022-01-27,Ecuador,Brazil,-1,1,Friendly,Quito,Ecuador,FALSE', 'is no count'],
    ['races', '01-bahrain,2024-03-02,2,1,a,b,57,,,,,1', 'nobody has won'],
    ['races', '01-bahrain,2024-03-02,first,1,a,b,57,,,,,1', 'is no position'],
  ] as const)('of %s refuse the line %s: %s', (kind, line, problem) => {
    const { results, problems } = reading(kind, line)
    expect(problems.map((one) => one.problem).join()).toContain(problem)
    expect(results).toEqual([])
  })

  test('with other columns are refused, and so is one without lines', () => {
    expect(RESULT_FILES.tennis.read('a,b\n1,2').problems).toMatchObject([{ line: 1 }])
    expect(reading('tennis').problems).toMatchObject([{ line: 2 }])
  })

  test('a match that was level after four quarters had an overtime, even without points in it', () => {
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

  test('half an inning that was not needed is not played', () => {
    expect(reading('baseball', MLB).results[0]?.state).toMatchObject({ halvesDone: 17, extra: null })
  })

  test('a set of ten games and more, and one that was broken off, are read', () => {
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

  test('of races number runners by name, and leave out who was not placed', () => {
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
    ['races', 'racing_f1_2024_ccby4.csv', 24],
  ] as const)('%s are read whole, each fixture once and in the score of its sport', (kind, name, count) => {
    const { results, problems } = RESULT_FILES[kind].read(readFileSync(new URL(name, FOLDER), 'utf8'))
    expect(problems).toEqual([])
    expect(results).toHaveLength(count)
    expect(new Set(results.map(({ key }) => key)).size).toBe(count)
    for (const { state } of results) sportState.parse(state)
  })
})

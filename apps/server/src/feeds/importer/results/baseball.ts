import {
  csvFile,
  type ImportedResult,
  countIn,
  instantIn,
  nameIn,
  type Row,
  textIn,
  wrongRow,
} from './result-file.ts'

const columns =
  'date,game_no,visitor,home,visitor_runs,home_runs,length_outs,day_night,completion,forfeit,visitor_line,home_line,innings_played,v_f5,h_f5'

const INNINGS = 9

/** Major League Baseball matches by innings, from Retrosheet. They start with their day. */
export const baseball = csvFile(columns, resultOf)

function resultOf(row: Row): ImportedResult {
  const [home, away] = [nameIn(row, 'home'), nameIn(row, 'visitor')]
  const [ours, theirs] = [inningsOf(row, 'home_line'), inningsOf(row, 'visitor_line')]
  const at = (inning: number): [number, number] => [ours[inning] ?? 0, theirs[inning] ?? 0]
  const count = theirs.length
  const further = Array.from({ length: Math.max(0, count - INNINGS) }, (_, inning) => at(inning + INNINGS))
  const isWhole = sum(ours) === countIn(row, 'home_runs') && sum(theirs) === countIn(row, 'visitor_runs')
  if (!isWhole) wrongRow('the innings do not add up to the runs')
  return {
    line: row.line,
    key: `mlb:${textIn(row, 'date')}:${countIn(row, 'game_no')}:${away}:${home}`,
    sport: 'baseball',
    competition: 'MLB',
    title: null,
    participants: [{ name: home }, { name: away }],
    startsAt: instantIn(row, 'date'),
    state: {
      family: 'baseball',
      innings: Array.from({ length: Math.min(INNINGS, count) }, (_, inning) => at(inning)),
      extra: further.length > 0 ? further.reduce<[number, number]>(added, [0, 0]) : null,
      halvesDone: theirs.filter(isPlayed).length + ours.filter(isPlayed).length,
      outs: 0,
      bases: [false, false, false],
      ...(count < INNINGS ? { ending: 'shortened' } : {}),
    },
  }
}

const isPlayed = (runs: number | undefined): boolean => runs !== undefined
const sum = (innings: readonly (number | undefined)[]): number =>
  innings.reduce<number>((all, one) => all + (one ?? 0), 0)
const added = (all: [number, number], one: [number, number]): [number, number] => [
  all[0] + one[0],
  all[1] + one[1],
]

/** "12040(10)x": the runs of each inning; two digits stand in brackets, x is a half not needed. */
function inningsOf(row: Row, column: string): (number | undefined)[] {
  const line = textIn(row, column)
  if (!/^((\(\d\d\)|\d)+x?)$/.test(line)) wrongRow(`"${line}" are no innings (${column})`)
  return Array.from(line.matchAll(/\((\d+)\)|(\d)|x/g), ([whole, long, short]) =>
    whole === 'x' ? undefined : Number(long ?? short),
  )
}

import {
  type CsvResultFile,
  type ImportedResult,
  instantIn,
  nameIn,
  readEach,
  type Row,
  type RowProblem,
  rowsOf,
  textIn,
  wrongRow,
} from './result-file.ts'

const columns =
  'race,date,position,driverNumber,driverId,constructorId,laps,time,gap,reasonRetired,points,gridPosition'

type Driver = {
  line: number
  race: string
  startsAt: Date
  name: string
  position: number | 'unplaced' | 'non_runner'
}

/**
 * Formula 1 Grands Prix, one line per driver: retired or disqualified counts as not placed, not starting as a
 * non-runner.
 */
export const races: CsvResultFile = {
  columns,
  read: (text) => {
    const { rows, problems } = rowsOf(text, columns)
    const read = readEach(rows, driverOf)
    const grids = Map.groupBy(read.values, ({ race }) => race)
    const found: RowProblem[] = [...grids.values()].flatMap(problemOf)
    return {
      results: found.length > 0 ? [] : [...grids.values()].map(resultOf),
      problems: [...problems, ...read.problems, ...found],
    }
  },
}

function driverOf(row: Row): Driver {
  const position = textIn(row, 'position')
  return {
    line: row.line,
    race: nameIn(row, 'race'),
    startsAt: instantIn(row, 'date'),
    name: nameIn(row, 'driverId'),
    position: finishOf(position) ?? wrongRow(`"${position}" is no position`),
  }
}

function finishOf(position: string): Driver['position'] | undefined {
  if (/^[1-9]\d?$/.test(position)) return Number(position)
  if (position === 'DNS') return 'non_runner'
  return ['DNF', 'DSQ', 'NC'].includes(position) ? 'unplaced' : undefined
}

/** A Grand Prix has no handicap. */
const PLAIN = { isHandicap: false }

const MAX_RUNNERS = 40

function problemOf(drivers: readonly Driver[]): RowProblem[] {
  const line = drivers[0]?.line ?? 0
  if (drivers.length > MAX_RUNNERS) return [{ line, problem: `a race has at most ${MAX_RUNNERS} runners` }]
  return drivers.some(({ position }) => position === 1) ? [] : [{ line, problem: 'nobody has won this race' }]
}

/** A runner's number is its position in the file and has no meaning beyond it; the name is stored beside it. */
function resultOf(drivers: readonly Driver[]): ImportedResult {
  const [first] = drivers
  const { line, race, startsAt } = first ?? { line: 0, race: '', startsAt: new Date(0) }
  const field = drivers.toSorted((one, other) => (one.name < other.name ? -1 : 1))
  return {
    line,
    key: `f1:${startsAt.toISOString().slice(0, 10)}:${race}`,
    sport: 'racing',
    competition: 'Formula 1',
    title: race,
    participants: field.map(({ name, position }) => ({ name, isWithdrawn: position === 'non_runner' })),
    startsAt,
    state: {
      family: 'race',
      ...PLAIN,
      distanceMetres: 0,
      doneMetres: 0,
      order: [],
      finishes: field.flatMap(({ position }, at) =>
        typeof position === 'number' ? [{ runner: at + 1, place: position }] : [],
      ),
    },
  }
}

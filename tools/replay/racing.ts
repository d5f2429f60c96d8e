import { checkRace, resolveRunner, type Finish } from '@palpite/odds'
import { fitPlackettLuce, placeChances } from '@palpite/odds/models'
import { qualityOf, type Forecast, type Quality } from './quality.ts'
import { readRows, textIn } from './rows.ts'
import { nothingSettled, type Settled } from './settle-all.ts'

type Race = { readonly name: string; readonly finishes: ReadonlyMap<string, Finish> }

/** Grands Prix as races: retired is unplaced, not started is a non-runner. */
const racesIn = (folder: string): Race[] => {
  const races = new Map<string, Map<string, Finish>>()
  for (const row of readRows(`${folder}/racing_f1_2024_ccby4.csv`)) {
    const name = textIn(row, 'race')
    const finishes = races.get(name) ?? new Map<string, Finish>()
    const position = textIn(row, 'position')
    const finish = /^\d+$/.test(position) ? Number(position) : position === 'DNS' ? 'non_runner' : 'unplaced'
    races.set(name, finishes.set(textIn(row, 'driverId'), finish))
  }
  return [...races].map(([name, finishes]) => ({ name, finishes }))
}

/** Every driver of every Grand Prix to win and to be in the first three. */
export const settleRaces = (folder: string): Settled => {
  const settled = nothingSettled()
  for (const { name, finishes } of racesIn(folder)) {
    const refusal = checkRace(finishes)
    if (refusal) throw new Error(`${name}: ${refusal}`)
    for (const places of [1, 3]) {
      const won = [...finishes.keys()].map((runner) => resolveRunner(finishes, runner, places))
      settled.markets += 1
      settled.selections += won.length
      const share = won.reduce((sum, one) => sum + one.won / one.of, 0)
      settled.unbalanced += Math.abs(share - places) < 1e-9 ? 0 : 1
    }
  }
  return settled
}

const TRAINED = 16

/** The season's last races from the first sixteen: the winner, and the first three. */
export const racingQuality = (folder: string): Quality[] => {
  const races = racesIn(folder)
  const orderOf = ({ finishes }: Race): string[] =>
    [...finishes]
      .filter(([, finish]) => typeof finish === 'number')
      .toSorted(([, a], [, b]) => Number(a) - Number(b))
      .map(([runner]) => runner)
  const strengths = fitPlackettLuce(races.slice(0, TRAINED).map(orderOf), 0.2)
  const typical = 1 / Math.max(1, strengths.size) / 4
  const winners: Forecast[] = []
  const placed: Forecast[] = []
  for (const race of races.slice(TRAINED)) {
    const runners = [...race.finishes.keys()].filter((runner) => race.finishes.get(runner) !== 'non_runner')
    const raw = runners.map((runner) => strengths.get(runner) ?? typical)
    const whole = raw.reduce((sum, one) => sum + one, 0)
    const chances = raw.map((one) => one / whole)
    winners.push({ chances, happened: runners.findIndex((runner) => race.finishes.get(runner) === 1) })
    const first = placeChances(chances, 3)
    for (const [place, runner] of runners.entries()) {
      const chance = first[place] ?? 0
      const finish = race.finishes.get(runner)
      placed.push({
        chances: [chance, 1 - chance],
        happened: typeof finish === 'number' && finish <= 3 ? 0 : 1,
      })
    }
  }
  return [
    qualityOf(
      'F1 2024 from race 17, winner',
      winners,
      Array.from({ length: 20 }, () => 1 / 20),
    ),
    qualityOf('F1 2024 from race 17, first three', placed, [3 / 20, 17 / 20]),
  ]
}

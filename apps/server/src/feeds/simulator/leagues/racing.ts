import { shuffled, wholeBetween, seededRandom } from '../draws.ts'
import { byRank, type Competition, type DrawnFixture, type Entrant, type Timetable } from './competition.ts'

type Meeting = { readonly key: string; readonly name: string; readonly times: Timetable }

/** Racecourses and horses are invented. Each meeting has its own horses, so that none runs at two places. */
const MEETINGS: readonly Meeting[] = [
  { key: 'pampa', name: 'Hipódromo Pampa Dourado', times: times(10) },
  { key: 'aguada', name: 'Hipódromo da Aguada', times: times(14) },
  { key: 'cerejeira', name: 'Hipódromo Cerejeira', times: times(18) },
  { key: 'lume', name: 'Hipódromo do Lume', times: times(22) },
]

const RACES = 8
const RACE_MINUTES = 30
const [MIN_RUNNERS, MAX_RUNNERS] = [6, 12]
const METRES = [1000, 1200, 1400, 1600, 1800, 2000, 2400]

function times(hour: number): Timetable {
  return { firstStart: hour * 60, everyMinutes: 30, fixturesADay: 8 }
}

const FIRST = `
  Luar, Vento, Trovão, Estrela, Relâmpago, Segredo, Orvalho, Cometa, Brasa, Rumor, Lampejo, Sereno, Enigma, Faísca, Galope, Mirante,
  Crepúsculo, Rubi, Topázio, Alecrim, Ventania, Penumbra, Bravata, Clarim`
  .trim()
  .split(/,\s+/)
const LAST =
  `da Mata, do Brejo, de Prata, do Juazeiro, da Fronteira, do Poente, do Cerro, da Alvorada, de Anil, do Outeiro, da Restinga, do Pomar`.split(
    /,\s+/,
  )

/** Every name once, dealt to the meetings in turn. */
const horsesOf = (meeting: number): Entrant[] =>
  byRank(
    LAST.flatMap((last) => FIRST.map((first) => `${first} ${last}`))
      .filter((_, place) => place % MEETINGS.length === meeting)
      .join(', '),
  )

/** Each horse runs at most once a day: a race's field is drawn from the rest of the stable. */
function racesOf(
  { key, times: { firstStart } }: Meeting,
  horses: readonly Entrant[],
  day: number,
): DrawnFixture[] {
  const roll = seededRandom(`${key}:${day}`)
  const stable = shuffled(horses, roll)
  return Array.from({ length: RACES }, (_, race) => {
    const most = Math.min(MAX_RUNNERS, Math.floor(stable.length / (RACES - race)))
    const field = stable.splice(0, wholeBetween(roll, Math.min(MIN_RUNNERS, most), most))
    const weights = field.map(({ rating }) => Math.exp(0.9 * rating + 0.8 * (roll() - 0.5)))
    const whole = weights.reduce((sum, weight) => sum + weight, 0)
    return {
      participants: field.map(({ name }) => name),
      startMinute: firstStart + race * RACE_MINUTES,
      title: `Páreo ${race + 1}`,
      model: {
        chances: weights.map((weight) => weight / whole),
        metres: METRES[wholeBetween(roll, 0, METRES.length - 1)] ?? 1600,
      },
    }
  })
}

export const raceMeetings: readonly Competition[] = MEETINGS.map((meeting, place) => {
  const horses = horsesOf(place)
  return {
    sport: 'racing',
    key: meeting.key,
    name: meeting.name,
    entrants: horses.map(({ name }) => name),
    fixturesOfDay: (day) => racesOf(meeting, horses, day),
    modelOf: () => undefined,
  }
})

import { isDeepStrictEqual } from 'node:util'
import { sportStates, type SportStates } from '@palpite/contract'
import { type Finish, placeTermsFor, type Race, type Resolution, resolveRace, VOID } from '@palpite/odds'
import { placeChances } from '@palpite/odds/models'
import * as z from 'zod/mini'
import type { FairMarket, SportAdapter, Standing } from './adapter.ts'
import { endingOf, matchStatuses } from './match-status.ts'

type State = SportStates['race']

/** The chance of each runner to win, by number from 1 on; with its weight handicapped more places are paid. Feeds keep more in it. */
const models = z.looseObject({
  chances: z.array(z.number().check(z.minimum(0), z.maximum(1))).check(z.minLength(2), z.maxLength(40)),
  isHandicap: z.optional(z.boolean()),
})
type Model = z.output<typeof models>

/** Bets are taken until the start: a race is shorter than the time an operator needs to price it anew. */
export const racing: SportAdapter<Model, State> = {
  sport: 'racing',
  states: sportStates.race,
  models,
  main: [{ type: 'racing.win', period: 'full', hasLine: false }],
  hasMore: false,
  score: () => null,
  fair,
  closed: ({ matchStatus }) => (endingOf(matchStatus) === 'running' ? [] : 'all'),
  isCorrected: (before, after) =>
    before.matchStatus === matchStatuses.finished && !isDeepStrictEqual(before, after),
  resolve: ({ type }, codes, standing) => {
    const places = type === 'racing.win' ? 1 : placesOf(standing, isHandicapOf(standing))
    const race = raceOf(standing)
    return new Map(
      codes.flatMap((code): [string, Resolution][] => {
        // So few started that no place is paid: then nobody has bet on one.
        const found =
          places === undefined && race.ending !== 'running' ? VOID : resolveRace(race, code, places ?? 1)
        return found ? [[code, found]] : []
      }),
    )
  },
}

/** Win and place of those that start, their chances grown by those of the withdrawn. */
function fair({ chances: win, isHandicap = false }: Model, standing: Standing<State>): FairMarket[] {
  if (standing.matchStatus !== matchStatuses.notOpen) return []
  const starters = standing.runners.filter(({ isWithdrawn }) => !isWithdrawn)
  const chances = starters.map(({ place }) => win[place - 1] ?? 0)
  const whole = chances.reduce((sum, chance) => sum + chance, 0)
  if (starters.length < 2 || !(whole > 0)) return []
  const own = chances.map((chance) => chance / whole)
  const market = (type: string, list: readonly number[]): FairMarket => ({
    market: { type, period: 'full' },
    outcomes: starters.map(({ place }, at) => ({ outcome: String(place), chance: list[at] ?? 0 })),
  })
  const places = placesOf(standing, isHandicap)
  return [
    market('racing.win', own),
    ...(places === undefined ? [] : [market('racing.place', placeChances(own, places))]),
  ]
}

const placesOf = ({ runners }: Standing<State>, isHandicap: boolean): number | undefined =>
  placeTermsFor(runners.filter(({ isWithdrawn }) => !isWithdrawn).length, isHandicap)?.places

const isHandicapOf = ({ state }: Standing<State>): boolean => state?.isHandicap ?? false

/** The official result. Who started and has no place in it was unplaced. */
function raceOf({ matchStatus, state, runners }: Standing<State>): Race {
  const ending = endingOf(matchStatus)
  const places = new Map((state?.finishes ?? []).map(({ runner, place }) => [runner, place]))
  const finishOf = (place: number): Finish => places.get(place) ?? 'unplaced'
  const finishes = new Map(
    runners.map(({ place, isWithdrawn }): [string, Finish] => [
      String(place),
      isWithdrawn ? 'non_runner' : finishOf(place),
    ]),
  )
  // A race that is over and whose result nobody has said yet goes on as far as bets know.
  const isSaid = ending !== 'finished' || places.size > 0
  return { ending: isSaid ? (ending as Race['ending']) : 'running', finishes }
}

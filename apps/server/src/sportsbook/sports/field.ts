import { isDeepStrictEqual } from 'node:util'
import {
  type Finish,
  LOST,
  type PlaceTerms,
  placeTermsFor,
  type Race,
  type Resolution,
  resolveRace,
  VOID,
  WON,
} from '@palpite/odds'
import { placeChances, chancesInPlay, FINAL_METRES } from '@palpite/odds/models'
import type { FairMarket, Reader, Runner, SportAdapter, FixtureState, MarketKey } from './adapter.ts'
import { endingOf, isInPlay, matchStatuses } from './match-status.ts'
import { sportStates, type SportStates } from '@palpite/contract'
import * as z from 'zod/mini'

type FieldModel = {
  readonly chances: readonly number[]
  readonly isHandicap?: boolean | undefined
  /** The chances of a paid place, if they do not follow from the chances to win. */
  readonly placed?: readonly number[] | undefined
  /** How many simulated seasons the chances are counted in: they are that uncertain. Absent if they are exact. */
  readonly seasons?: number | undefined
}
type FieldState = {
  readonly isHandicap?: boolean | undefined
  /** The runners still in a race, in their current order. */
  readonly order?: readonly number[] | undefined
  readonly finishes: readonly { readonly runner: number; readonly place: number }[] | null
}

/** A field of runners instead of two sides: a race, or the possible winners of a competition. */
type Field<Model extends FieldModel, State extends FieldState> = {
  readonly sport: 'racing' | 'outright'
  readonly states: Reader<State>
  readonly models: Reader<Model>
  /** Its winner market, and its place market with own prices, if any. */
  readonly win: string
  readonly place?: string
  /** The starters' chances in play, from those before; undefined if the state does not suffice. */
  readonly inPlay?: (shares: readonly Share[], state: State) => readonly number[] | undefined
}

/** A runner's position in the field and its chance. */
type Share = { readonly place: number; readonly chance: number }

/**
 * The line of an each-way market, and of a place market with own prices, is its number of places: a bet keeps those it
 * was placed on, even if fewer runners start.
 */
const QUARTERS_A_PLACE = 4

/** The adapter of a field: bets are open until the start, and in play, if it can be priced, until near the end. */
function fieldSport<Model extends FieldModel, State extends FieldState>(
  own: Field<Model, State>,
): SportAdapter<Model, State> {
  const { sport, states, models, win, place, inPlay } = own
  return {
    sport,
    states,
    models,
    main: [{ type: win, period: 'full', hasLine: false }],
    hasMore: false,
    score: () => null,
    // In play a fraction of the win odds is no measure of a place: no each-way bets.
    placeTerms: (model, fixtureState) => {
      const { chances, placed, isHandicap = false } = model
      const seasons = seasonsOf(model)
      const terms =
        fixtureState.matchStatus === matchStatuses.notOpen ? termsOf(fixtureState, isHandicap) : undefined
      const { starters, shares } = startersOf(chances, fixtureState)
      if (!terms || starters.length < 2 || starters.length > MAX_STARTERS) return undefined
      const list = placed
        ? starters.map((one) => placed[one.place - 1] ?? 0)
        : placeChances(shares, terms.places)
      const byCode = (of: (chance: number) => number) =>
        new Map(starters.map((one, at) => [String(one.place), of(list[at] ?? 0)]))
      return {
        terms,
        chances: byCode((chance) => chance),
        ...(seasons === undefined ? {} : { errors: byCode((chance) => countError(chance, seasons)) }),
      }
    },
    fair: (model, fixtureState) => {
      const { chances, isHandicap = false } = model
      const seasons = seasonsOf(model)
      const { starters, shares: before } = startersOf(chances, fixtureState)
      if (starters.length < 2) return []
      const shares = sharesNow(fixtureState)
      if (!shares) return []
      const terms = place === undefined ? undefined : termsOf(fixtureState, isHandicap)
      return [
        marketOf({ type: win, period: 'full' }, { starters, list: shares, seasons }),
        ...(place === undefined || terms === undefined
          ? []
          : [
              marketOf(
                { type: place, period: 'full', lineQuarters: terms.places * QUARTERS_A_PLACE },
                { starters, list: placeChances(shares, terms.places), seasons },
              ),
            ]),
      ]

      function sharesNow({ matchStatus, state }: FixtureState<State>): readonly number[] | undefined {
        if (matchStatus === matchStatuses.notOpen) return before
        if (!state || !isInPlay(matchStatus)) return undefined
        return inPlay?.(
          starters.map(({ place: number }, at) => ({ place: number, chance: before[at] ?? 0 })),
          state,
        )
      }
    },
    closed: ({ matchStatus }) => (endingOf(matchStatus) === 'running' ? [] : 'all'),
    isCorrected: (before, after) =>
      before.matchStatus === matchStatuses.finished && !isDeepStrictEqual(before, after),
    possible: (market, code, fixtureState) => {
      const race = raceOf(fixtureState)
      const places = placesOf(win, market, fixtureState)
      const decided = race.ending === 'running' ? undefined : resolveRace(race, code, places ?? 1)
      if (decided) return [decided]
      const order = fixtureState.state?.order
      const isOut = isInPlay(fixtureState.matchStatus) && order?.length && !order.includes(Number(code))
      if (isOut) return [LOST]
      const isIn = fixtureState.runners.some((one) => String(one.place) === code && !one.isWithdrawn)
      return isIn && places !== undefined ? [WON, LOST] : [VOID]
    },
    resolve: ({ type, lineQuarters }, codes, fixtureState) => {
      const places = placesOf(win, { type, lineQuarters }, fixtureState)
      const race = raceOf(fixtureState)
      return new Map(
        codes.flatMap((code): [string, Resolution][] => {
          // Too few starters for any paid place: nobody has bet on one.
          const found =
            places === undefined && race.ending !== 'running' ? VOID : resolveRace(race, code, places ?? 1)
          return found ? [[code, found]] : []
        }),
      )
    },
  }
}

type Chances = {
  readonly starters: readonly Runner[]
  readonly list: readonly number[]
  readonly seasons: number | undefined
}

/** A market of the starters with these chances; a starter without a chance is left out. */
const marketOf = (market: FairMarket['market'], { starters, list, seasons }: Chances): FairMarket => ({
  market,
  outcomes: starters
    .map((one, at) => {
      const chance = list[at] ?? 0
      const error = seasons === undefined ? {} : { error: countError(chance, seasons) }
      return { outcome: String(one.place), chance, ...error }
    })
    .filter(({ chance }) => chance > 0),
})

/** Two standard errors of a chance counted in so many simulations. */
const countError = (chance: number, simulations: number): number =>
  2 * Math.sqrt((chance * (1 - chance)) / simulations)

/**
 * How many places a market of the field pays: those of its line; without one, as in a feed's or an earlier market, by
 * the starters. Undefined if too few started for any.
 */
function placesOf(
  win: string,
  { type, lineQuarters }: Pick<MarketKey, 'type' | 'lineQuarters'>,
  fixtureState: FixtureState<FieldState>,
): number | undefined {
  if (type === win) return 1
  if (lineQuarters !== null) return lineQuarters / QUARTERS_A_PLACE
  return termsOf(fixtureState, fixtureState.state?.isHandicap ?? false)?.places
}

/** The most runners for which place chances are computed. */
const MAX_STARTERS = 40

/** The runners that can win, with their shares of all chances. */
function startersOf(chances: readonly number[], { runners }: FixtureState<FieldState>) {
  const chanceOf = (one: Runner) => chances[one.place - 1] ?? 0
  const starters = runners.filter((one) => !one.isWithdrawn && chanceOf(one) > 0)
  const whole = starters.reduce((sum, one) => sum + chanceOf(one), 0)
  return { starters, shares: starters.map((one) => chanceOf(one) / whole) }
}

const termsOf = ({ runners }: FixtureState<FieldState>, isHandicap: boolean): PlaceTerms | undefined =>
  placeTermsFor(runners.filter(({ isWithdrawn }) => !isWithdrawn).length, isHandicap)

/** The official result. A starter without a position was unplaced. */
function raceOf({ matchStatus, state, runners }: FixtureState<FieldState>): Race {
  const ending = endingOf(matchStatus)
  const places = new Map((state?.finishes ?? []).map(({ runner, place }) => [runner, place]))
  const finishOf = (place: number): Finish => places.get(place) ?? 'unplaced'
  const finishes = new Map(
    runners.map(({ place, isWithdrawn }): [string, Finish] => [
      String(place),
      isWithdrawn ? 'non_runner' : finishOf(place),
    ]),
  )
  // A finished race without a result counts as running for its bets.
  const hasResult = ending !== 'finished' || places.size > 0
  return { ending: hasResult ? (ending as Race['ending']) : 'running', finishes }
}

/** Each runner's chance to win, by number from 1; in a handicap more places are paid. Feeds store more fields. */
const racingModels = z.looseObject({
  chances: z.array(z.number().check(z.minimum(0), z.maximum(1))).check(z.minLength(2), z.maxLength(40)),
  isHandicap: z.optional(z.boolean()),
})

export const racing = fieldSport({
  sport: 'racing',
  states: sportStates.race,
  models: racingModels,
  win: 'racing.win',
  place: 'racing.place',
  inPlay: chancesOnTheWay,
})

/** A runner no longer in the race has no chance left; in the last metres nobody is priced. */
function chancesOnTheWay(
  shares: readonly Share[],
  { distanceMetres, doneMetres, order, behindCm, finishes }: SportStates['race'],
): readonly number[] | undefined {
  if (!behindCm || behindCm.length !== order.length || finishes) return undefined
  if (distanceMetres - doneMetres <= FINAL_METRES) return undefined
  const behindOf = new Map(order.map((runner, at) => [runner, behindCm[at] ?? 0]))
  const win = shares.map(({ place, chance }) => (behindOf.has(place) ? chance : 0))
  if (!win.some((chance) => chance > 0)) return undefined
  return chancesInPlay(win, {
    done: doneMetres / distanceMetres,
    behindCm: shares.map(({ place }) => behindOf.get(place) ?? 0),
  })
}

/** Chances of release 1.0.0 were counted in so many seasons, which its models do not say. */
const FIRST_SEASONS = 1000

/** In how many simulated seasons the chances were counted; undefined if they are known exactly. */
const seasonsOf = ({ placed, seasons }: Pick<FieldModel, 'placed' | 'seasons'>): number | undefined =>
  seasons ?? (placed === undefined ? undefined : FIRST_SEASONS)

const outrightChances = z
  .array(z.number().check(z.minimum(0), z.maximum(1)))
  .check(z.minLength(2), z.maxLength(60))

/**
 * Each entrant's chance to win the competition, by number from 1; zero if it can no longer win. And to take a paid
 * place: late in a season an entrant far behind the first may be nearly sure of one.
 */
const outrightModels = z.object({
  chances: outrightChances,
  placed: z.optional(outrightChances),
  seasons: z.optional(z.int().check(z.positive())),
})

/** The winner of a competition, in any sport. */
export const outright = fieldSport({
  sport: 'outright',
  states: sportStates.outright,
  models: outrightModels,
  win: 'outright.winner',
})

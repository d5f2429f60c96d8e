import {
  LOST,
  resolutionFromFeed,
  resolveFinish,
  resolveOutright,
  VOID,
  type Ending,
  type Resolution,
} from '@palpite/odds'
import { number, object, text, type Json } from './case.ts'
import { fieldsOf, take, unreadOf, type Fields } from './fields.ts'
import { endingNamed } from './settlement-endings.ts'
import { plainWord } from './settlement-results.ts'
import { sportNamed } from './settlement-sports.ts'

type Resolved = { readonly resolution: Resolution | undefined; readonly unread: readonly string[] }

/** A feed's result of an outcome. */
export const resolveFeedCase = (settled: Json): Resolved | { skip: string } => {
  const fields = fieldsOf(settled)
  const result = take(fields, ['result'], number)
  const voidFactor = take(fields, ['void_factor', 'voidFactor'], text)
  const deadHeatFactor = take(fields, ['dead_heat_factor', 'deadHeatFactor'], text)
  if (result !== 0 && result !== 1) return { skip: `feed result ${String(text(settled['result']))}` }
  return {
    resolution: resolutionFromFeed({
      result,
      ...(voidFactor === undefined ? {} : { voidFactor }),
      ...(deadHeatFactor === undefined ? {} : { deadHeatFactor }),
    }),
    unread: unreadOf('the feed', fields),
  }
}

const WIN = 'race_win win to_win winner outright_win race_winner win_only'.split(' ')
const PLACE = 'race_place place to_be_placed to_place show race_placed'.split(' ')
const OUTRIGHT =
  'outright outright_winner tournament_winner league_winner title_winner competition_winner cup_winner to_win_outright'.split(
    ' ',
  )

type RaceMarket = { readonly kind: 'win' | 'place' | 'outright'; readonly top?: number }

const raceMarketOf = (one: Json): RaceMarket | undefined => {
  const word = plainWord(one['market'])
  const top = /^(?:to_finish_)?(?:in_)?(?:the_)?top_(\d+)(?:_finish)?$/.exec(word)
  if (top) return { kind: 'place', top: Number(top[1]) }
  if (OUTRIGHT.includes(word)) return { kind: 'outright' }
  const isRace = sportNamed(one['sport']) === 'racing' || word.startsWith('race_')
  if (!isRace)
    return plainWord(one['sport']) === 'outright' && WIN.includes(word) ? { kind: 'outright' } : undefined
  return WIN.includes(word) ? { kind: 'win' } : PLACE.includes(word) ? { kind: 'place' } : undefined
}

/** Is this a market of many runners: a race, or an outright? */
export const isRaceMarket = (one: Json): boolean => raceMarketOf(one) !== undefined

/** One runner of a race or one selection of an outright. */
export const resolveRaceCase = (one: Json): Resolved => {
  const fields = fieldsOf({ ...object(one['score']), ...object(one['state']) })
  const market = raceMarketOf(one)
  const selection = text(one['selection']) ?? ''
  const resolution =
    market?.kind === 'outright' ? outrightOf(fields, selection) : runnerOf(fields, market ?? { kind: 'win' })
  return { resolution, unread: unreadOf('the state', fields) }
}

const isTrue = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value
  const word = plainWord(value)
  if (['1', 'true', 'yes', 'won', 'placed', 'winner'].includes(word)) return true
  return ['0', 'false', 'no', 'lost', 'unplaced', 'loser'].includes(word) ? false : undefined
}

const ABSENT =
  'nr non_runner withdrawn withdrew scratched did_not_start dns did_not_participate not_started ' +
  'did_not_compete non_starter dnp removed did_not_run not_participating'
const ABSENT_WORDS = ABSENT.split(' ')
const UNPLACED_WORDS = 'unplaced pu f fell ur bd ro rr su dnf out lost'.split(' ')
const CALLED_OFF: readonly Ending[] = ['abandoned', 'postponed', 'cancelled', 'no_contest']

const TAKES_PART =
  'started participated competed starts ran runs took_part participates competes takes_part plays played entered'.split(
    ' ',
  )

/** Whether it did not take part: by a flag for either, or by a word. */
const isAbsent = (fields: Fields): boolean => {
  const not = take(fields, ABSENT_WORDS, isTrue)
  const took = take(fields, TAKES_PART, isTrue)
  return not === true || took === false
}

type RunnerState = 'absent' | 'called_off' | 'stands'

const runnerStateOf = (fields: Fields): RunnerState => {
  const absent = isAbsent(fields)
  const word = take(fields, ['status', 'ending', 'race_status'], (value): RunnerState => {
    if (ABSENT_WORDS.includes(plainWord(value))) return 'absent'
    return CALLED_OFF.includes(endingNamed(value)) ? 'called_off' : 'stands'
  })
  return word === 'called_off' ? word : absent || word === 'absent' ? 'absent' : 'stands'
}

/** Where it finished: a place, `unplaced`, or `absent`. */
const placeOf = (value: unknown): number | 'unplaced' | 'absent' | undefined => {
  const word = plainWord(value)
  if (ABSENT_WORDS.includes(word)) return 'absent'
  if (UNPLACED_WORDS.includes(word)) return 'unplaced'
  const place = Number(/^(\d+)(?:st|nd|rd|th)?$/.exec(word)?.[1] ?? 0)
  return place >= 1 ? place : undefined
}

const PLACES = ['position', 'place', 'finish', 'finish_position', 'finished', 'rank']
const TIED = ['dead_heat_share', 'dead_heat', 'tied', 'dead_heat_runners']

const wholeFrom1 = (value: unknown): number | undefined => {
  const count = number(value)
  return count !== undefined && Number.isSafeInteger(count) && count >= 1 ? count : undefined
}

/** The file says only whether the runner won and was placed, or where it finished. */
const runnerOf = (fields: Fields, market: RaceMarket): Resolution => {
  take(fields, ['runners', 'field_size', 'starters'], wholeFrom1)
  const runnerState = runnerStateOf(fields)
  const place = take(fields, PLACES, placeOf)
  const tied = take(fields, TIED, wholeFrom1) ?? 1
  const paid = take(fields, ['places_paid', 'places', 'number_of_places'], wholeFrom1)
  const [won, placed] = [
    take(fields, ['win_result', 'won', 'winner', 'is_winner'], isTrue),
    take(fields, ['place_result', 'placed', 'is_placed'], isTrue),
  ]
  if (runnerState !== 'stands' || place === 'absent') return VOID
  const places = market.kind === 'win' ? 1 : (market.top ?? paid)
  if (place !== undefined) {
    if (places === undefined) throw new Error('how many places are paid is not said')
    return place === 'unplaced' ? LOST : resolveFinish(place, tied, places)
  }
  if (won === true && placed === false) throw new Error('a winner that is not placed')
  const isWinner = market.kind === 'win' ? won : (placed ?? (won === true ? true : undefined))
  if (isWinner === undefined) throw new Error('whether the runner won is not said')
  return isWinner ? resolveFinish(1, tied, 1) : LOST
}

const outrightOf = (fields: Fields, selection: string): Resolution | undefined => {
  const shared = take(fields, [...TIED, 'joint_winners'], wholeFrom1) ?? 1
  const runnerState = runnerStateOf(fields)
  const won = take(
    fields,
    ['won', 'winner', 'is_winner'],
    (value) => isTrue(value) ?? isSelection(value, selection),
  )
  const place = take(fields, PLACES, placeOf)
  const terms = termsOf(fields)
  if (runnerState === 'called_off') return VOID
  const isOut = runnerState === 'absent' || place === 'absent'
  if (!isOut && won === undefined && place === undefined && shared === 1)
    throw new Error('who won is not said')
  const isWinner = !isOut && won !== false && (place === undefined || place === 1)
  const others = Array.from({ length: shared - 1 }, (_, each) => `joint winner ${each + 2}`)
  const winners = isWinner ? [selection, ...others] : ['somebody else']
  return resolveOutright({ winners, didNotStart: isOut ? [selection] : [] }, selection, terms)
}

const isSelection = (value: unknown, selection: string): boolean | undefined => {
  const name = text(value)
  return name === undefined ? undefined : plainWord(name) === plainWord(selection)
}

/** All in, unless the case says that a selection that does not take part has its stake back. */
const termsOf = (fields: Fields): 'all_in' | 'runs_or_void' => {
  const said = take(fields, ['all_in', 'allin', 'action'], isTrue)
  const word = take(fields, ['terms'], (value) => {
    const terms = plainWord(value)
    if (['all_in', 'play_or_pay', 'all_in_compete_or_not'].includes(terms)) return true
    return ['runs_or_void', 'not_all_in', 'non_runner_no_bet', 'nrnb', 'no_all_in'].includes(terms)
      ? false
      : undefined
  })
  return said === false || word === false ? 'runs_or_void' : 'all_in'
}

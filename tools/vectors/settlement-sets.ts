import {
  frameMatchState,
  setMatchState,
  type Ending,
  type MatchState,
  type Points,
  type SetScore,
  type SetSport,
  type Side,
  type Count,
  type CountKey,
} from '@palpite/odds'
import { number, text } from './case.ts'
import { take, type Fields } from './fields.ts'
import { finalScore, pairOf, scoresNamed } from './settlement-counts.ts'
import { endedOf, type Ended } from './settlement-endings.ts'
import { plainWord } from './settlement-results.ts'
import { sideNamed } from './settlement-sides.ts'

const other = (side: Side): Side => (side === 'home' ? 'away' : 'home')

/** The side named as winner, or the one that did not leave. */
const winnerOf = (fields: Fields, { leaver, result }: Ended): Side | undefined => {
  const named = take(fields, ['winner', 'match_winner', 'won_by', 'advances', 'progresses'], sideNamed)
  const side = result === 'draw' ? undefined : result
  const said = [named, side, leaver && other(leaver)].filter((one) => one !== undefined)
  if (new Set(said).size > 1) throw new Error('who won is said in two ways')
  return said[0]
}

/** The match state of a match in sets. */
export const setState = (sport: SetSport, fields: Fields, shownResult: boolean): MatchState => {
  const raw = take(fields, ['raw_from_winner'], text)
  const isHomeWinner = take(fields, ['home_is_winner'], (value) =>
    typeof value === 'boolean' ? value : undefined,
  )
  const ended = endedOf(fields)
  const read = raw === undefined ? undefined : readRaw(raw, isHomeWinner === true)
  if (raw !== undefined && isHomeWinner === undefined) throw new Error('whose sets these are is not said')
  const ending = read?.ending ?? ended.ending
  const winner = winnerOf(fields, ended) ?? read?.winner
  const sets = read?.sets ?? listedSets(fields)
  const bestOf = take(fields, ['best_of', 'bestOf', 'format'], bestOfNamed)
  const reported = {
    sets: pairOf(fields, 'sets'),
    inner: pairOf(fields, sport === 'tennis' ? 'games' : 'points'),
  }
  const max = finalScore(fields)
  const counted = reported.sets ?? max
  const named = winner ? { winner } : {}
  if (sets.length === 0) {
    return countedSets({
      sport,
      ending,
      reported: { ...reported, sets: counted },
      winner,
      shown: shownResult,
    })
  }
  const state = setMatchState({
    sport,
    sets: played(sets, ending),
    ending,
    ...named,
    ...(bestOf ? { bestOf } : {}),
  })
  checkAgainst(state, { ...reported, sets: counted })
  if (ending === 'finished' && isLevel(state.counts['sets.full']) && !winner)
    throw new Error('the sets are level, and nobody is named')
  return state
}

const isLevel = (count: Count | undefined): boolean => count !== undefined && count.home === count.away

/** Feeds list a set that was never begun. */
const played = (sets: readonly SetScore[], ending: Ending): readonly SetScore[] => {
  const last = sets.at(-1)
  return ending === 'finished' && last && last[0] === 0 && last[1] === 0 ? sets.slice(0, -1) : sets
}

const listedSets = (fields: Fields): SetScore[] => {
  const listed = take(fields, ['sets', 'set_scores', 'scores'], setsNamed)
  if (listed) return listed
  const named = [1, 2, 3, 4, 5, 6, 7].map((place) =>
    pairOf(fields, `s${place}`, `set${place}`, `set_${place}`),
  )
  const count = named.findIndex((set) => !set)
  return named
    .slice(0, count === -1 ? named.length : count)
    .flatMap((set) => (set ? [[set.home, set.away]] : []))
}

/** A list of sets; a tie-break's points in brackets say nothing of the games. One score alone is sets won, not a set. */
const setsNamed = (value: unknown): SetScore[] | undefined => {
  const isList = Array.isArray(value) && value.every((set) => typeof set !== 'number')
  if (!isList && !(typeof value === 'string' && /\d\s*[-:]\s*\d.*[\s,;]/.test(value))) return undefined
  const plain = typeof value === 'string' ? value : (value as unknown[]).map(withoutTieBreak)
  return scoresNamed(typeof plain === 'string' ? String(withoutTieBreak(plain)) : plain)?.map(
    ({ home, away }) => [home, away],
  )
}

const withoutTieBreak = (set: unknown): unknown =>
  typeof set === 'string' ? set.replaceAll(/\s*\(\d+\)/g, '') : set

const bestOfNamed = (value: unknown): number | undefined => {
  const best = Number(/^(?:bo|best_of_)?(\d)(?:_sets)?$/.exec(plainWord(value))?.[1] ?? 0)
  return best % 2 === 1 ? best : undefined
}

type Reported = { readonly sets: Points | undefined; readonly inner: Points | undefined }

/** What a case also says of a match must be what its sets add up to; two zeros say nothing. */
const checkAgainst = (state: MatchState, { sets, inner }: Reported): void => {
  const stat = state.sport === 'tennis' ? 'games' : 'points'
  const compared = [
    [sets, state.counts['sets.full']],
    [inner, state.counts[`${stat}.full`]],
  ] as const
  for (const [said, counted] of compared) {
    if (!said || !counted || state.ending !== 'finished' || said.home + said.away === 0) continue
    if (said.home !== counted.home || said.away !== counted.away)
      throw new Error(`the sets add up to ${counted.home}-${counted.away}, not ${said.home}-${said.away}`)
  }
}

type Counted = {
  readonly sport: SetSport
  readonly ending: Ending
  readonly reported: Reported
  readonly winner: Side | undefined
  readonly shown: boolean
}

/** A match of which only its sums are known. */
const countedSets = ({ sport, ending, reported, winner, shown }: Counted): MatchState => {
  const over = ending === 'finished'
  const counts: Partial<Record<CountKey, Count>> = {}
  const stat = sport === 'tennis' ? 'games' : 'points'
  if (reported.sets) counts['sets.full'] = { ...reported.sets, over }
  else if (shown && winner) counts['sets.full'] = { home: 0, away: 0, over }
  if (reported.inner) counts[`${stat}.full`] = { ...reported.inner, over }
  return { sport, ending, counts, ...(winner ? { winner } : {}) }
}

type Raw = { readonly sets: SetScore[]; readonly ending?: Ending; readonly winner?: Side }

const RAW_ENDINGS: Readonly<Record<string, Ending>> = {
  ret: 'retired',
  retired: 'retired',
  w_o: 'walkover',
  wo: 'walkover',
  walkover: 'walkover',
  def: 'disqualified',
  default: 'disqualified',
  dq: 'disqualified',
  abd: 'abandoned',
  abn: 'abandoned',
  unf: 'abandoned',
}

/** "76(9) 75" from the winner's side: games of each set; "108" is 10–8. A word after the sets is how it ended. */
const readRaw = (raw: string, isHomeWinner: boolean): Raw => {
  const sets: SetScore[] = []
  let ending: Ending | undefined
  for (const token of raw.trim().split(/\s+/)) {
    const word = plainWord(token)
    if (Object.hasOwn(RAW_ENDINGS, word)) ending = RAW_ENDINGS[word]
    else sets.push(readSet(token, isHomeWinner))
  }
  const winner = isHomeWinner ? 'home' : 'away'
  return ending ? { sets, ending, winner } : { sets }
}

const readSet = (token: string, isHomeWinner: boolean): SetScore => {
  const digits = token.replace(/\(\d+\)$/, '').replaceAll(/[[\]]/g, '')
  const [, first, second] = /^(\d{1,2})[-:](\d{1,2})$/.exec(digits) ?? []
  const cut = digits.length === 4 || (digits.length === 3 && digits.startsWith('1')) ? 2 : 1
  if (first === undefined && !/^\d{2,4}$/.test(digits)) throw new Error(`set ${token} is not understood`)
  const won = Number(first ?? digits.slice(0, cut))
  const lost = Number(second ?? digits.slice(cut))
  return isHomeWinner ? [won, lost] : [lost, won]
}

/** The match state of a snooker match: frames won, and the points of each frame where they are listed. */
export const frameState = (fields: Fields, shownResult: boolean): MatchState => {
  const ended = endedOf(fields)
  const winner = winnerOf(fields, ended)
  const listed = take(fields, ['frame_scores', 'frames'], (value) =>
    Array.isArray(value) && !value.every((count) => typeof count === 'number')
      ? scoresNamed(value)
      : undefined,
  )
  const bestOf = take(fields, ['best_of', 'bestOf'], number)
  const won = finalScore(fields, 'frames')
  const over = ended.ending === 'finished'
  const named = winner ? { winner } : {}
  if (listed) {
    const isLastOpen = !over && listed.length > 0
    const state = frameMatchState({
      bestOf: bestOf ?? 35,
      ending: ended.ending,
      frames: listed.map(({ home, away }) => [home, away]),
      isLastOpen,
      ...named,
    })
    const { min: _, ...frames } = state.counts['frames.full'] ?? { home: 0, away: 0, over }
    return { ...state, counts: { ...state.counts, 'frames.full': won ? { ...won, over } : frames } }
  }
  const shown = shownResult && winner ? { home: 0, away: 0 } : undefined
  const frames = won ?? shown
  const counts: MatchState['counts'] = frames ? { 'frames.full': { ...frames, over } } : {}
  return { sport: 'snooker', ending: ended.ending, counts, ...named }
}

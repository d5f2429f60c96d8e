import type { SportState, SportStates } from '@palpite/contract'
import { familyOf } from '@palpite/contract'
import type { Sport } from '@palpite/odds'
import { matchStatuses, sportOf } from '../../sportsbook/index.ts'
import {
  AFTER_GOLDEN_SET,
  ENDED_REGULAR,
  HALF_TIME,
  halfOf,
  IN_REGULAR,
  lastHalfOf,
  lastQuarterOf,
  OVERTIME,
  type PartOf,
  quarterOf,
  SECOND_HALF,
  setOf,
  type UofMatchState,
  WITH_OVERTIME,
} from './match-statuses.ts'
import type { UofEventStatus, UofPair } from './uof-messages.ts'

type Tuple = [home: number, away: number]
type Period = UofEventStatus['periods'][number]

const tuple = ({ home, away }: UofPair): Tuple => [home, away]

/**
 * The message's score as the natural score of its sport; null if the feed lacks something the sport needs, or the
 * match has not started. Parts are read by their codes in any order, and count only if they add up to the score:
 * markets that need them wait otherwise, and the score alone decides the rest.
 */
export function naturalScore(
  sport: Sport,
  status: UofEventStatus,
  uofState: UofMatchState,
): SportState | null {
  const family = familyOf[sport]
  if (!status.score && !uofState.ending) return null
  if (family === 'sets') return setsOf(sport, status, uofState)
  if (family === 'frames') return framesOf(status, uofState)
  // Only in set and frame sports can one side give up.
  if (!status.score || uofState.ending) return null
  if (family === 'football') return footballOf(status, tuple(status.score), uofState)
  return family === 'quarters' ? quartersOf(status, tuple(status.score), uofState) : null
}

/**
 * The parts of one kind in order; undefined if one is missing or contradictory. A part without a code is identified
 * by its number if the sport has only one kind of parts.
 */
function partsOf(periods: readonly Period[], partOf: PartOf, isOnlyKind = false): Tuple[] | undefined {
  const parts = new Map<number, Tuple>()
  for (const period of periods) {
    const { matchStatus, number } = period
    const part = partOf(matchStatus) ?? (isOnlyKind && matchStatus === 0 && number > 0 ? number : undefined)
    if (part === undefined) continue
    const before = parts.get(part)
    if (before && (before[0] !== period.home || before[1] !== period.away)) return undefined
    parts.set(part, tuple(period))
  }
  const listed = [...parts].toSorted(([one], [other]) => one - other)
  return listed.every(([part], at) => part === at + 1) ? listed.map(([, score]) => score) : undefined
}

const sumOf = (parts: readonly Tuple[]): Tuple =>
  parts.reduce<Tuple>(([home, away], part) => [home + part[0], away + part[1]], [0, 0])

const isLevel = ([home, away]: Tuple): boolean => home === away
const isSame = (one: Tuple, other: Tuple): boolean => one[0] === other[0] && one[1] === other[1]

const isNil = ([home, away]: Tuple): boolean => home + away === 0

/** Drops parts after the last started one, if the code says which: feeds pad the list. */
function withoutFilled(parts: readonly Tuple[], last: number | undefined): Tuple[] {
  if (last === undefined) return [...parts]
  return parts.slice(0, Math.max(last, parts.findLastIndex((part) => !isNil(part)) + 1))
}

/** Every overtime has the same code; a repeated one counts once. During a quarter a 0–0 overtime has not started. */
function overtimeOf({ periods, matchStatus }: UofEventStatus): Tuple | null {
  const all = periods.filter(({ matchStatus }) => matchStatus === OVERTIME)
  const isRepeated = (one: Period, other: Period) =>
    one.number > 0 && one.number === other.number && isSame(tuple(one), tuple(other))
  const each = all.filter((one, at) => !all.slice(0, at).some((other) => isRepeated(one, other)))
  const sum = sumOf(each.map(tuple))
  const isFilled = isNil(sum) && lastHalfOf(matchStatus) !== undefined
  return each.length > 0 && !isFilled ? sum : null
}

const EXTRA_TIME: readonly number[] = [OVERTIME, 41, 42]
const PENALTIES = [50, 51]
const AFTER_REGULAR: readonly number[] = [
  matchStatuses.overtime,
  matchStatuses.penalty,
  matchStatuses.finished,
]

function footballOf(status: UofEventStatus, total: Tuple, { matchStatus }: UofMatchState): SportState {
  const isOver = matchStatus === matchStatuses.finished
  const { half, regular } = goalsOf(status, total, isOver)
  const isFirstHalf = halfOf(status.matchStatus) === 1
  const isHalfOver = (half?.length === 2 && !isFirstHalf) || SECOND_HALF.includes(status.matchStatus)
  return {
    family: 'football',
    score: regular ?? (AFTER_REGULAR.includes(matchStatus) ? null : total),
    halfTime: half?.[0] && isHalfOver ? half[0] : null,
    corners: status.corners ? tuple(status.corners) : null,
    cards: cardsOf(status),
    shownOnly: isNinetyMinutes(status, isOver) ? ['cards'] : ['corners', 'cards'],
    ...(status.redCards ? { redCards: redsOf(status) } : {}),
  }
}

/**
 * Goals per half, and of both halves. The match score includes extra time but markets count ninety minutes: if extra
 * time was or may have been played, only the halves give that score.
 */
function goalsOf(status: UofEventStatus, total: Tuple, isOver: boolean) {
  const { matchStatus, periods } = status
  const listed = partsOf(periods, halfOf, true)
  const half = listed && withoutFilled(listed, lastHalfOf(matchStatus))
  const extra = periods.filter((one) => EXTRA_TIME.includes(one.matchStatus)).map(tuple)
  const penalties = periods.filter((one) => PENALTIES.includes(one.matchStatus)).map(tuple)
  const isRegular = isNinetyMinutes(status, isOver)
  const played = half && sumOf(half)
  if (!half || !played || half.length === 0)
    return { half: undefined, regular: isRegular ? total : undefined }
  const isWithin = total[0] >= played[0] && total[1] >= played[1]
  const isFirst = half.length === 1 && (matchStatus === HALF_TIME ? isSame(played, total) : isWithin)
  if (isFirst) return { half, regular: isRegular ? total : undefined }
  const wholes = [played, sumOf([played, ...extra]), sumOf([played, ...extra, ...penalties])]
  const addsUp = wholes.slice(extra.length > 0 ? 1 : 0).some((whole) => isSame(whole, total))
  if (half.length === 2 && addsUp) return { half, regular: played }
  return { half: undefined, regular: isRegular ? total : undefined }
}

/** Nothing of extra time or penalties is or was played. */
const isNinetyMinutes = ({ matchStatus, periods }: UofEventStatus, isOver: boolean): boolean =>
  (isOver ? ENDED_REGULAR : IN_REGULAR).includes(matchStatus) &&
  !periods.some((one) => EXTRA_TIME.includes(one.matchStatus) || PENALTIES.includes(one.matchStatus))

function redsOf({ redCards, yellowRedCards }: UofEventStatus): Tuple {
  return [
    (redCards?.home ?? 0) + (yellowRedCards?.home ?? 0),
    (redCards?.away ?? 0) + (yellowRedCards?.away ?? 0),
  ]
}

/**
 * For display: each card counts one, a second yellow as a yellow and a red. The feed's bookings markets count
 * a red card as two and a second yellow not separately, and its statistics do not say whether `yellow_cards`
 * includes that second yellow. So this count settles nothing: the feed's own settlement does. The same goes
 * for corners once extra time may have been played, because the statistics then cover more than the 90
 * minutes that markets count.
 */
function cardsOf(status: UofEventStatus): Tuple | null {
  if (!status.yellowCards && !status.redCards) return null
  const reds = redsOf(status)
  return [(status.yellowCards?.home ?? 0) + reds[0], (status.yellowCards?.away ?? 0) + reds[1]]
}

/** The quarters or, if absent, the halves; the score alone if neither adds up to it. */
function quartersOf(status: UofEventStatus, all: Tuple, uofState: UofMatchState): SportStates['quarters'] {
  const isOver = uofState.matchStatus === matchStatuses.finished
  const overtime = overtimeOf(status)
  // Overtime follows level regular play: with any other score, overtime points are counted elsewhere.
  const hasOvertime = overtime !== null || WITH_OVERTIME.includes(status.matchStatus)
  const plain = {
    family: 'quarters',
    isBreak: uofState.isPause || isOver,
    secondsLeft: null,
    ball: null,
  } as const
  for (const { partOf, lastOf, count } of [
    { partOf: quarterOf, lastOf: lastQuarterOf, count: 4 },
    { partOf: halfOf, lastOf: lastHalfOf, count: 2 },
  ]) {
    const listed = withoutFilled(partsOf(status.periods, partOf) ?? [], lastOf(status.matchStatus))
    const parts = withBegun(listed, partOf(status.matchStatus))
    const isWhole = parts.length === count || !(isOver || hasOvertime)
    const addsUp =
      isSame(sumOf([...parts, overtime ?? [0, 0]]), all) && (!hasOvertime || isLevel(sumOf(parts)))
    if (parts.length === 0 || !isWhole || !addsUp) continue
    return {
      ...plain,
      periods: parts,
      ...(count === 2 ? { isInHalves: true } : {}),
      overtime: overtime ?? (hasOvertime ? [0, 0] : null),
    }
  }
  const isRegular = isOver && ENDED_REGULAR.includes(status.matchStatus) && !overtime && !isLevel(all)
  return {
    ...plain,
    periods: partsOf(status.periods, quarterOf) ?? [],
    overtime,
    total: { all, full: isRegular ? all : null },
  }
}

/** Not every feed lists a part that started without a point: the one before it is over. */
const withBegun = (parts: Tuple[], current: number | undefined): Tuple[] =>
  current === parts.length + 1 ? [...parts, [0, 0]] : parts

const MAX_SETS = 7

/** The listed sets, or only the sets won if they differ. The fixture says how many sets decide. */
function setsOf(sport: Sport, status: UofEventStatus, uofState: UofMatchState): SportState | null {
  const { ending, winner } = uofState
  const isOver = uofState.matchStatus === matchStatuses.finished
  const listed = (partsOf(status.periods, setOf, true) ?? []).slice(0, MAX_SETS)
  const sets = isOver ? played(listed) : listed
  const state = {
    family: 'sets',
    bestOf: null,
    sets,
    points: null,
    server: null,
    ...(sport === 'tennis' ? { decider: 'unknown' as const } : {}),
    ...(ending ? { ending } : {}),
    ...(winner ? { winner } : {}),
  } as const
  const score = status.score && tuple(status.score)
  if (isUndecided(score, uofState)) return null
  if (matchesScore(sport, state, { score, isOver, ending })) return state
  if (!ending && status.matchStatus === AFTER_GOLDEN_SET) return null
  return { ...state, total: score ?? null }
}

/** Drops sets that never started: feeds pad the list. */
function played(sets: readonly Tuple[]): Tuple[] {
  const last = sets.findLastIndex(([home, away]) => home + away > 0)
  return sets.slice(0, last + 1)
}

type Reported = { score: Tuple | undefined; isOver: boolean; ending: UofMatchState['ending'] }

/** Whether the listed sets match the score: after an early end they may not. */
function matchesScore(
  sport: Sport,
  state: SportStates['sets'],
  { score, isOver, ending }: Reported,
): boolean {
  if (!score) return ending === 'walkover' || (ending !== undefined && state.sets.length > 0)
  const isFinished = isOver && !ending
  if (isFinished && state.sets.some(isLevel)) return false
  const won = isFinished ? winsOf(state.sets) : completedOf(sport, state)
  return won !== undefined && isSame(won, score)
}

const winsOf = (sets: readonly Tuple[]): Tuple =>
  sumOf(sets.map(([home, away]): Tuple => (home > away ? [1, 0] : [0, 1])))

/** The sets completed by the rules of the sport; undefined if one before the last is level. */
function completedOf(sport: Sport, state: SportStates['sets']): Tuple | undefined {
  if (state.sets.slice(0, -1).some(isLevel)) return undefined
  const won = sportOf(sport).score(state, matchStatuses.firstHalf)
  return won ? [won.home, won.away] : undefined
}

/** A completed match that is level or has no score has no result yet. */
const isUndecided = (score: Tuple | undefined, { matchStatus, ending }: UofMatchState): boolean =>
  matchStatus === matchStatuses.finished && !ending && (!score || isLevel(score))

/** The feed counts frames won, not the points of each. */
function framesOf({ score: wonFrames }: UofEventStatus, uofState: UofMatchState): SportState | null {
  const score = wonFrames && tuple(wonFrames)
  const { ending, winner } = uofState
  if (isUndecided(score, uofState)) return null
  return {
    family: 'frames',
    bestOf: null,
    frames: [],
    // Before a walk-over nothing was played.
    total: score ?? (ending === 'walkover' ? [0, 0] : null),
    isLastOpen: false,
    break: null,
    atTable: null,
    ...(ending ? { ending } : {}),
    ...(winner ? { winner } : {}),
  }
}

import { isSameResolution, VOID, type Resolution } from '../resolution.ts'
import { type Asked, type End, grownEnds, halfEnds, NIL, type Points } from './grown-ends.ts'
import type { MarketRef } from './market-type.ts'
import { resolveOutcome } from './resolve.ts'
import { highestHalf, halfTimeFullTime } from './rules.ts'
import { countedEnds, isSetSport, mayNotBePlayed, setEnds, wonEnds } from './set-ends.ts'
import { countOf, type CountKey, type MatchState } from './state.ts'
import { marketType } from './table.ts'

/**
 * Every remaining resolution of a selection if its match is played out: decided ones stay, counts only grow, and sets,
 * frames and rounds end by their rules. Early endings, which refund, are excluded. If the state lacks a fact (the
 * match distance), every format of the sport is included, so nothing possible is missing. Each resolution once,
 * unordered. Asserts: a market that `checkMarket` allows, one of its outcomes. Source: docs/maths/cash-out.md §2.
 */
export const possibleResolutions = (
  ref: MarketRef,
  outcome: string,
  state: MatchState,
): readonly Resolution[] => {
  const decided = resolveOutcome(ref, outcome, state)
  if (decided) return [decided]
  const type = marketType(ref.type)
  if (!type) return []
  const found: Resolution[] = []
  for (const end of endsOf({ type, ref, outcome, state })) {
    const resolved = resolveOutcome(ref, outcome, { ...state, ...end, ending: 'finished' })
    if (resolved && !found.some((one) => isSameResolution(one, resolved))) found.push(resolved)
  }
  if (mayNotBePlayed(type, ref, state) && !found.some((one) => isSameResolution(one, VOID))) found.push(VOID)
  return found
}

const endsOf = (asked: Asked): readonly End[] => {
  const { type, ref } = asked
  if (type.sport === 'boxing') return fightEnds(asked)
  if (type.rule === halfTimeFullTime || type.rule === highestHalf) return halfEnds(asked)
  if (type.stat === 'sets' || type.stat === 'frames')
    return wonEnds(asked).map((count) => endAt(asked, count))
  if (isSetSport(type.sport))
    return (ref.period === 'full' ? countedEnds(asked) : setEnds(asked)).map((count) => endAt(asked, count))
  return grownEnds(asked).map((count) => endAt(asked, count))
}

const keyOf = ({ type, ref }: Asked): CountKey => `${type.stat}.${ref.period}`

const endAt = (asked: Asked, { home, away }: Points): End => ({
  counts: { ...asked.state.counts, [keyOf(asked)]: { home, away, over: true } },
})

const ROUNDS = 15

/**
 * A stoppage by either in any remaining round, or a decision for either or neither. One after a round's half counts as
 * many rounds as one before the next round's half.
 */
const fightEnds = ({ state }: Asked): End[] => {
  const { home: done, max = ROUNDS } = countOf(state, 'rounds', 'full') ?? NIL
  const at = (rounds: number): MatchState['counts'] => ({
    'rounds.full': { home: rounds, away: 0, over: true },
  })
  const stoppages = Array.from({ length: Math.max(0, max - done) }, (_, place) => done + place + 1).flatMap(
    (round) =>
      (['home', 'away'] as const).flatMap((winner) =>
        (['knockout', 'disqualification'] as const).flatMap((method): End[] => [
          { counts: at(round - 1), winner, method, endedInRound: round },
        ]),
      ),
  )
  const decisions = (['home', 'draw', 'away'] as const).map((winner): End => ({
    counts: at(max),
    winner,
    method: 'decision',
  }))
  return [...stoppages, ...decisions]
}

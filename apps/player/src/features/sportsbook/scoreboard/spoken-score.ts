import { type Fixture, hasField } from '../../../shared/fixture.ts'
import { statusWord } from '../../../shared/match/match-words.ts'
import type { text } from '../../../shared/text/text.ts'
import { runnerName } from './tracker-words.ts'

/**
 * A match's state for announcements: each side's score, and whether it is in play, paused or over. Without the minute,
 * which would announce constantly; in a race the leader or winner.
 */
export const spokenScore = (t: typeof text, fixture: Fixture): string => {
  const { sport, matchStatus, home, away, homeScore, awayScore } = fixture
  const standing = hasField(fixture)
    ? leader(t, fixture)
    : homeScore === null || awayScore === null
      ? undefined
      : `${home} ${homeScore}, ${away} ${awayScore}${openSet(fixture)}`
  return standing === undefined ? '' : `${standing}. ${t(statusWord(sport, matchStatus))}`
}

/** The current set's games, beside the sets. */
const openSet = ({ state }: Fixture): string => {
  const set = state?.family === 'sets' ? state.sets.at(-1) : undefined
  return set ? ` (${set.join('–')})` : ''
}

const leader = (t: typeof text, fixture: Fixture): string | undefined => {
  const { state } = fixture
  if (state?.family !== 'race') return undefined
  const first = state.finishes?.find(({ place }) => place === 1)?.runner ?? state.order[0]
  return first === undefined
    ? undefined
    : t('sportsbook.tracker.leader', { runner: runnerName(fixture, first) })
}

import type { Fixture } from '../../../shared/fixture.ts'
import type { text } from '../../../shared/text/text.ts'
import type { MatchEvent } from './match-events.ts'
import { runnerName } from './tracker-words.ts'

/** An event in words. */
export const eventWords = (
  t: typeof text,
  fixture: Fixture,
  { text: key, side, count, runner }: MatchEvent,
): string =>
  t(key, {
    team: side === 'away' ? fixture.away : fixture.home,
    count,
    runner: runner === undefined ? '' : runnerName(fixture, runner),
  })

import { isDeepStrictEqual } from 'node:util'
import type { ExpectedGoals } from '@palpite/odds/football'
import type { Deps } from '../../../platform/deps.ts'
import { priceFixture } from '../../pricing/index.ts'
import type { SportsbookSettings } from '../../settings.ts'
import { type Clock, isInPlay, matchStatuses } from '../../sports/index.ts'
import type { FeedMessage } from '../messages.ts'
import { takeMessages } from '../take-messages.ts'
import { matchScript } from './match-script.ts'
import { playMatch } from './play-match.ts'
import { type DueMatch, keepSpeeds, selectDue, tryLead } from './queries.ts'

/**
 * One beat of the simulator: brings every match under way to where the database's clock says it is, with its
 * prices. Answers how many matches it played; none while another server leads. The beat is also the feed's
 * sign of life.
 */
export const playDue = (deps: Deps, settings: SportsbookSettings): Promise<number> =>
  deps.db.begin(async (tx) => {
    if (!(await tryLead(tx))) return 0
    const due = await selectDue(tx, deps.config.SIMULATOR_SPEED || null)
    const starting = due.filter(({ matchStatus }) => matchStatus === matchStatuses.notOpen)
    await keepSpeeds(
      tx,
      starting.map(({ id }) => id),
      starting.map(({ speed }) => speed),
    )
    await takeMessages(
      tx,
      'simulator',
      due.flatMap((match) => messagesOf(match, settings)),
    )
    return due.length
  })

/** What a match has to say since it last spoke; nothing when nothing changed. */
function messagesOf(match: DueMatch, settings: SportsbookSettings): FeedMessage[] {
  const { key, sport, model } = match
  const script = matchScript(model as ExpectedGoals, match.seed)
  const { isStopped, ...play } = playMatch(script, match.second, settings.goalStopSeconds)
  const before = { matchStatus: match.matchStatus, clock: clockOf(match), state: match.state }
  const isMoved = !isDeepStrictEqual(before, play)
  const messages: FeedMessage[] = isMoved ? [{ kind: 'play', key, ...play }] : []
  if (!isInPlay(play.matchStatus)) return messages
  if (isStopped) return match.isStopped ? messages : [...messages, { kind: 'bet_stop', key }]
  if (!isMoved && !match.isStopped) return messages
  const offers = priceFixture({ sport, model, ...play, runners: [] }, settings)
  return [...messages, { kind: 'odds', key, offers }]
}

const clockOf = ({ clockPeriod, minute }: DueMatch): Clock | null =>
  clockPeriod === null ? null : { period: clockPeriod, minute }

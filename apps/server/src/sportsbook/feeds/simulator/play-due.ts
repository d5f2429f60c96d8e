import type { Deps } from '../../../platform/deps.ts'
import { isInPlay, matchStatuses, type Pair } from '../../catalogue/index.ts'
import { priceMatch } from '../../pricing/index.ts'
import type { SportsbookSettings } from '../../settings.ts'
import type { FeedMessage } from '../messages.ts'
import { takeMessages } from '../take-messages.ts'
import { matchScript } from './match-script.ts'
import { type Play, playMatch } from './play-match.ts'
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
  const expected = { home: match.expectedHome, away: match.expectedAway, rho: match.rho }
  const script = matchScript(expected, match.seed)
  const { isStopped, ...play } = playMatch(script, match.second, settings.goalStopSeconds)
  const key = match.key
  const messages: FeedMessage[] = isSame(match, play) ? [] : [{ kind: 'play', key, ...play }]
  if (!isInPlay(play.matchStatus)) return messages
  if (isStopped) return match.isStopped ? messages : [...messages, { kind: 'bet_stop', key }]
  const isRepriced = match.isStopped || isNextMinute(match, play)
  if (!isRepriced) return messages
  return [...messages, { kind: 'odds', key, offers: priceMatch({ expected, ...play }, settings) }]
}

type Seen = Omit<Play, 'isStopped'>

const isSame = (match: DueMatch, play: Seen): boolean =>
  !isNextMinute(match, play) &&
  isPair(play.corners, match.homeCorners, match.awayCorners) &&
  isPair(play.cards, match.homeCards, match.awayCards)

/** Prices depend on the part of the match, the minute and the score, and on nothing else. */
const isNextMinute = (match: DueMatch, play: Seen): boolean =>
  match.matchStatus !== play.matchStatus ||
  match.minute !== play.minute ||
  !isPair(play.score, match.homeScore, match.awayScore)

const isPair = (pair: Pair | null, home: number | null, away: number | null) =>
  (pair?.home ?? null) === home && (pair?.away ?? null) === away

import type { SportState } from '@palpite/contract'
import {
  type FeedMessage,
  type FeedRefusal,
  matchStatuses,
  type PlayMessage,
  sportOf,
} from '../../sportsbook/index.ts'
import type { FixtureIncoming } from './incoming.ts'

/** What the intake stores of the last message about a fixture: enough to recognize a repeated or outdated one. */
export type LastMessage = {
  /** When the newest message of order `by_time` or `stop` was sent, by the feed's clock. */
  readonly sentAt: Date | null
  readonly digest: string | null
  /** A decreased score that was refused the first time. Repeated, it is a correction. */
  readonly wentBack: string | null
}

export const noMessageYet: LastMessage = { sentAt: null, digest: null, wentBack: null }

/** A feed's clock may be so far from ours: clocks of servers drift by seconds, a wrong time zone by hours. */
const CLOCK_TOLERANCE_MS = 10 * 60_000

type Arrived = Pick<FixtureIncoming, 'sentAt' | 'digest' | 'order' | 'isReplayed'> & {
  readonly receivedAt: Date
}

/** Refuses repeated messages, and outdated ones of order `by_time`. Undefined if the message is accepted. */
export function checkOrder(
  heard: LastMessage,
  { sentAt, digest, receivedAt, order = 'by_time', isReplayed = false }: Arrived,
): FeedRefusal | undefined {
  if (digest === heard.digest) return { reason: 'duplicate', detail: 'said just before' }
  if (!sentAt || order !== 'by_time') return undefined
  const ahead = sentAt.getTime() - receivedAt.getTime()
  if (!isReplayed && Math.abs(ahead) > CLOCK_TOLERANCE_MS) {
    const minutes = Math.round(ahead / 60_000)
    return { reason: 'clock_off', detail: `the feed's clock is ${minutes} minutes from ours` }
  }
  if (heard.sentAt && sentAt < heard.sentAt) {
    const late = heard.sentAt.getTime() - sentAt.getTime()
    return { reason: 'out_of_order', detail: `sent ${late} ms before one that was taken` }
  }
  return undefined
}

/** The state of a fixture that its next play message is checked against. */
export type Stood = {
  readonly sport: string
  readonly matchStatus: number
  readonly state: SportState | null
  /** The feed's id of its home side, where it has one. */
  readonly homeId?: string | null
}

/**
 * Refuses a play message that cannot follow the fixture's state: the score decreased, or the match had ended. It is refused
 * the first time only: a repeated one is a correction. So one wrong line of a stream moves no money, and a disallowed goal is
 * corrected one message later.
 */
export function checkPlay(
  stood: Stood,
  play: PlayMessage,
  heard: LastMessage,
): { refusal: FeedRefusal; said: string } | undefined {
  const scoreOf = ({ state, matchStatus }: Pick<Stood, 'state' | 'matchStatus'>) =>
    state && sportOf(stood.sport).score(state, matchStatus)
  const said = JSON.stringify([play.matchStatus < 0, scoreOf(play)])
  if (heard.wentBack === said) return undefined
  if (stood.matchStatus === matchStatuses.finished && play.matchStatus !== matchStatuses.finished)
    return { refusal: { reason: 'status_went_back', detail: 'the match was finished' }, said }
  const before = scoreOf(stood)
  const after = scoreOf(play)
  if (!before || !after || (after.home >= before.home && after.away >= before.away)) return undefined
  const scores = `${before.home}-${before.away} to ${after.home}-${after.away}`
  return { refusal: { reason: 'score_went_back', detail: scores }, said }
}

/** Of several messages of one fixture, the next that may go into one list with others: one of each fixture. */
export function roundsOf<Message extends Pick<FeedMessage, 'key'>>(
  messages: readonly Message[],
): Message[][] {
  const rounds: Message[][] = []
  const place = new Map<string, number>()
  for (const message of messages) {
    const at = place.get(message.key) ?? 0
    place.set(message.key, at + 1)
    const round = rounds[at] ?? []
    round.push(message)
    rounds[at] = round
  }
  return rounds
}

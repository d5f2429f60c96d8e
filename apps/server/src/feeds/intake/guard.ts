import type { SportState } from '@palpite/contract'
import {
  type FeedMessage,
  type FeedRefusal,
  matchStatuses,
  type PlayMessage,
  sportOf,
} from '../../sportsbook/index.ts'
import type { FixtureIncoming } from './incoming.ts'

/** What the intake remembers of a feed's fixture: enough to know a message that was said before, or came too late. */
export type Heard = {
  /** When the newest message that goes by order was sent, by the feed's clock. */
  readonly sentAt: Date | null
  readonly digest: string | null
  /** A score that went back, refused when it was said first. Said again it is a correction. */
  readonly wentBack: string | null
}

export const nothingHeard: Heard = { sentAt: null, digest: null, wentBack: null }

/** A feed's clock may be so far from ours: clocks of servers drift by seconds, a wrong time zone by hours. */
const CLOCK_TOLERANCE_MS = 10 * 60_000

type Arrived = Pick<FixtureIncoming, 'sentAt' | 'digest' | 'order' | 'isReplayed'> & {
  readonly receivedAt: Date
}

/** Why a message is not taken, by when it was sent and whether it was said before. Only prices and scores go by the clock. */
export function checkOrder(
  heard: Heard,
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

/** How a fixture stands, as far as its next play is checked against it. */
export type Stood = {
  readonly sport: string
  readonly matchStatus: number
  readonly state: SportState | null
  /** The feed's id of its home side, where it has one. */
  readonly homeId?: string | null
}

/**
 * Why a play cannot follow on how the fixture stood: its score went back, or the match was over. Such a message is refused
 * the first time. A feed that means it says it again, and then it is a correction: one wrong line of a stream moves no
 * money, and a goal that was taken back is taken back a message later.
 */
export function checkPlay(
  stood: Stood,
  play: PlayMessage,
  heard: Heard,
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

import type { SportState } from '@palpite/contract'
import type { Resolution, Sport } from '@palpite/odds'
import type { Clock, MarketKey, Offer, Depth, Standing } from '../sports/adapter.ts'
import { type MatchStatus, matchStatuses } from '../sports/match-status.ts'
import { priceFixture } from '../catalogue/price-fixture.ts'
import { adapterName } from '../sports/table.ts'
import type { SportsbookSettings } from '../settings.ts'

/** Every feed speaks in these messages: what comes from outside is translated into them at its own API. */
export type FeedName = 'simulator' | 'importer' | 'uof' | 'odds_api' | 'betfair'

/** Feeds of our own: they name everybody in one order for ever, settle by their plays alone, and their names are the house's. */
export const OWN_FEEDS: readonly FeedName[] = ['simulator', 'importer']

/** How a simulated match is played: from which seed, how many match seconds in one second, and what befalls it. */
type SimulatedPlay = { seed: string; speed: number | null; fault: string | null }

/** Outcomes are named by the feed's ids of who takes part, not by sides or numbers: in which order it lists them says nothing. */
type ById = { isById?: true }

/**
 * Who takes part. Of what bets on others win, one that is withdrawn takes its part by Rule 4, unless the feed says that it
 * takes none.
 */
export type EntryMessage = {
  /** The feed's own, where it has one: whoever bears it is the same, whatever the name and wherever it is listed. */
  id?: string
  name: string
  isWithdrawn?: boolean
  isDeducted?: boolean
}

/**
 * A fixture as its feed knows it. Said again it moves the start, gives it a model, or withdraws a runner; who takes part
 * stays, known by the feed's ids where it has some: names may change, and runners be added. `participants` are home and away, or the runners of a race from number 1 on.
 */
export type FixtureMessage = ById & {
  kind: 'fixture'
  key: string
  sport: Sport
  competition: string
  /** Not a match but who wins the competition. */
  isOutright?: boolean
  /** The season of the competition; without it the year it begins in. */
  season?: string
  /** What a race is called. */
  title: string | null
  participants: readonly EntryMessage[]
  startsAt: Date
  /** The feed knows the day alone. */
  isDayOnly?: boolean
  /** Over how many sets or frames it is played at most, and whether the last one is a match tie-break, where the feed says it. */
  form?: { bestOf: number; hasMatchTieBreak: boolean } | undefined
  /** What the sport's adapter prices it from. */
  model: object | null
  play: SimulatedPlay | null
}

/** The clock and the score of a match, in the natural score of its sport. A finished one is a result, which may come again corrected. */
export type PlayMessage = {
  kind: 'play'
  key: string
  matchStatus: MatchStatus
  clock: Clock | null
  state: SportState | null
  /** When the feed saw it so, by its own clock; how late we learn it is the time since. */
  seenAt?: Date | undefined
  /** Of a match that was under way before it was first heard of: how it stood until then, the oldest first. */
  course?: readonly Stood[] | undefined
}

/** How a match stood at some moment. */
export type Stood = Pick<Standing, 'matchStatus' | 'clock' | 'state'>

/** All that is offered on a fixture now: what is not named is suspended, and no stop lasts. */
export type OddsMessage = { kind: 'odds'; key: string; offers: readonly Offer[] }

/**
 * Which prices a producer makes. One of prices before the match gives way to one of the match: it neither lifts that one's
 * stops nor prices what that one has named.
 */
export type Scope = 'live' | 'pre_match'

/** Whose stop it is; of the feed itself where it is no producer's, and any of them lifts it. */
export type StopBy = Scope | 'feed'

/** Markets of one kind and period, with all their lines. */
export type MarketGroup = Pick<MarketKey, 'type' | 'period'>

/**
 * Markets of a fixture take no bets, each until it is named again: all of them, or only those of some groups. Where no scope
 * is said it is the match's.
 */
type BetStopMessage = {
  kind: 'bet_stop'
  key: string
  by?: StopBy
  only?: readonly MarketGroup[]
}

/** A market as it stands now; a suspended one names no outcomes. */
export type MarketNow = {
  market: MarketKey
  status: 'open' | 'suspended'
  outcomes: readonly { code: string; priceMilli: number }[]
}

/** Some markets of a fixture as they stand now: what is not named stays as it is, a stopped one stopped. */
export type MarketsMessage = ById & {
  kind: 'markets'
  key: string
  by?: Scope
  markets: readonly MarketNow[]
}

export type SettledMarket = {
  market: MarketKey
  outcomes: readonly { code: string; resolution: Resolution }[]
}

/**
 * What the feed says became of markets: as seen live, or confirmed. What was seen live may be corrected; what is confirmed
 * stands until the feed takes it back.
 */
export type SettlementMessage = ById & {
  kind: 'settlement'
  key: string
  certainty: 'provisional' | 'confirmed'
  markets: readonly SettledMarket[]
}

/**
 * What may have become of markets where the feed does not tell who is paid what: nobody is, until operators say. In a
 * `dead_heat` more are placed than places are paid, and those tied for the last are not named.
 */
export type SettlementProposalMessage = ById & {
  kind: 'settlement_proposal'
  key: string
  why: 'dead_heat'
  markets: readonly SettledMarket[]
}

/** The feed takes back what it said became of these markets: their bets are open again. */
export type RollbackSettlementMessage = {
  kind: 'rollback_settlement'
  key: string
  markets: readonly MarketKey[]
}

/** Bets placed on these markets from `from` until before `until` are void; an end that is null is open. */
export type BetCancelMessage = {
  kind: 'bet_cancel'
  key: string
  markets: readonly MarketKey[]
  from: Date | null
  until: Date | null
  reason: string
}

/** The same window of the same markets stands after all. */
export type RollbackCancelMessage = {
  kind: 'rollback_cancel'
  key: string
  markets: readonly MarketKey[]
  from: Date | null
  until: Date | null
}

/** A fixture begins at another time, where the feed says when; until prices come again nobody bets on it. */
type FixtureChangeMessage = { kind: 'fixture_change'; key: string; startsAt: Date | null }

export type FeedMessage =
  | FixtureMessage
  | PlayMessage
  | OddsMessage
  | BetStopMessage
  | MarketsMessage
  | SettlementMessage
  | SettlementProposalMessage
  | RollbackSettlementMessage
  | BetCancelMessage
  | RollbackCancelMessage
  | FixtureChangeMessage

/** A fixture to come, and its first prices. */
export function withOdds(
  fixture: FixtureMessage,
  settings: SportsbookSettings,
  depth: Depth = 'all',
): FeedMessage[] {
  const { model, key, participants } = fixture
  if (!model) return [fixture]
  const runners = participants.map(({ isWithdrawn = false }, at) => ({ place: at + 1, isWithdrawn }))
  const before = { matchStatus: matchStatuses.notOpen, clock: null, state: null, runners }
  const offers = priceFixture({ sport: adapterName(fixture), model, ...before }, settings, depth)
  return [fixture, { kind: 'odds', key, offers }]
}

/** Why a message of a feed was not taken. Each is counted in `/metrics` and listed for operators; no money moves. */
const FEED_REFUSALS = [
  'too_large',
  'malformed',
  'unknown_kind',
  'field_missing',
  'field_not_valid',
  'unknown_producer',
  'unknown_sport',
  'unknown_fixture',
  'unknown_market',
  'unknown_outcome',
  'market_never_offered',
  'settlement_differs',
  'operator_needed',
  'duplicate',
  'out_of_order',
  'clock_off',
  'score_negative',
  'score_went_back',
  'status_went_back',
  'name_not_mapped',
  'sides_swapped',
  'lower_priority',
  'queue_full',
  'missed_for_good',
] as const

export type FeedRefusalReason = (typeof FEED_REFUSALS)[number]

/** What could not be read spoke of something all the same: until a readable message comes, nobody bets on that. */
export const closes = (reason: FeedRefusalReason): boolean => CLOSING.has(reason)

const CLOSING: ReadonlySet<FeedRefusalReason> = new Set([
  'too_large',
  'malformed',
  'field_missing',
  'field_not_valid',
  'clock_off',
  'score_negative',
])

/** A message that was not taken: why, and what of it, in words for whoever reads the list. */
export type FeedRefusal = { readonly reason: FeedRefusalReason; readonly detail: string }

/** A refusal with the feed's own name of the fixture that it is about. */
export type KeyedRefusal = FeedRefusal & { key: string }

/** What was read of a message, or why it is none. */
export type FeedReading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: FeedRefusal }

export const readAs = <Value>(value: Value): FeedReading<Value> => ({ ok: true, value })

export const refuse = (reason: FeedRefusalReason, detail: string): FeedReading<never> => ({
  ok: false,
  refusal: { reason, detail },
})

/** Thrown inside a reader, and caught at its API by `attemptReading`: it unwinds a deep reading in one step. */
class NotRead extends Error {
  readonly refusal: FeedRefusal
  constructor(refusal: FeedRefusal) {
    super(`${refusal.reason}: ${refusal.detail}`)
    this.refusal = refusal
  }
}

/** Ends the reading of a message with a refusal. */
export const stopReading = (reason: FeedRefusalReason, detail: string): never => {
  throw new NotRead({ reason, detail })
}

/** Runs a reader; what it stopped with is its refusal. An error of our own goes on. */
export function attemptReading<Value>(read: () => Value): FeedReading<Value> {
  try {
    return readAs(read())
  } catch (error) {
    if (error instanceof NotRead) return { ok: false, refusal: error.refusal }
    throw error
  }
}

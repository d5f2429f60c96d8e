import type { SportState } from '@palpite/contract'
import type { Resolution, Sport } from '@palpite/odds'
import type { Clock, MarketKey, Offer, Depth, FixtureState } from '../sports/adapter.ts'
import { type MatchStatus, matchStatuses } from '../sports/match-status.ts'
import { priceFixture } from '../catalogue/price-fixture.ts'
import { adapterName } from '../sports/table.ts'
import type { SportsbookSettings } from '../settings.ts'

/** All feeds are translated into these messages at their own API. */
export type FeedName = 'simulator' | 'importer' | 'uof' | 'odds_api' | 'betfair'

/** Our own feeds: they list participants in a fixed order, settle by plays only, and use our names. */
export const OWN_FEEDS: readonly FeedName[] = ['simulator', 'importer']

/** How a simulated match is played: its seed, match seconds per second, and its disruption. */
type SimulatedPlay = { seed: string; speed: number | null; fault: string | null }

/** Outcomes are named by the feed's participant ids, not by sides or numbers: the order of the list has no meaning. */
type ById = { isById?: true }

/** When the feed sent it, if it says so: an older one than those applied, delivered late or again, is refused. */
type Timed = { sentAt?: Date | undefined }

/** A participant. A withdrawn one deducts its part from bets on others by Rule 4, unless the feed says it does not. */
export type EntryMessage = {
  /** The feed's own id, if any: it identifies the participant whatever the name and position. */
  id?: string
  name: string
  isWithdrawn?: boolean
  isDeducted?: boolean
}

/**
 * A fixture from its feed. Repeated it may move the start, set a model, or withdraw a runner; participants stay,
 * identified by the feed's ids if any: names may change, and runners be added. `participants` are home and away, or
 * the runners of a race from number 1.
 */
export type FixtureMessage = ById & {
  kind: 'fixture'
  key: string
  sport: Sport
  competition: string
  /** An outright on the competition's winner, not a match. */
  isOutright?: boolean
  /** The season of the competition; by default its starting year. */
  season?: string
  /** The title of a race. */
  title: string | null
  participants: readonly EntryMessage[]
  startsAt: Date
  /** Only the day is known. */
  isDayOnly?: boolean
  /** The maximum number of sets or frames, and whether the last is a match tie-break, if the feed says so. */
  form?: { bestOf: number; hasMatchTieBreak: boolean } | undefined
  /** The pricing model of the sport's adapter. */
  model: object | null
  play: SimulatedPlay | null
}

/** The clock and natural score of a match. A finished one is a result, which may be corrected later. */
export type PlayMessage = {
  kind: 'play'
  key: string
  matchStatus: MatchStatus
  clock: Clock | null
  state: SportState | null
  /** When the feed saw it, by its own clock; the delay is the time since. */
  seenAt?: Date | undefined
  /** The message was refused for its age: only bets placed since a goal or a red card in it wait. */
  isRefused?: true
  /** For a match first reported in play: its states until then, oldest first. */
  course?: readonly MatchSnapshot[] | undefined
}

/** The state of a match at some moment. */
export type MatchSnapshot = Pick<FixtureState, 'matchStatus' | 'clock' | 'state'>

/** Everything offered on a fixture now: markets not named are suspended, and all stops end. */
export type OddsMessage = { kind: 'odds'; key: string; offers: readonly Offer[] }

/**
 * The kind of a producer. A pre-match producer yields to a live one: it neither lifts its stops nor prices what it
 * has named.
 */
export type Scope = 'live' | 'pre_match'

/** The owner of a stop; the feed itself if no producer's, and any of them lifts it. */
export type StopBy = Scope | 'feed'

/** Markets of one kind and period, with all their lines. */
export type MarketGroup = Pick<MarketKey, 'type' | 'period'>

/** Stops markets of a fixture, each until it is named again: all, or some groups. The live producer's by default. */
type BetStopMessage = {
  kind: 'bet_stop'
  key: string
  by?: StopBy
  only?: readonly MarketGroup[]
}

/** The current state of a market; a suspended one names no outcomes. */
export type MarketNow = {
  market: MarketKey
  status: 'open' | 'suspended'
  outcomes: readonly { code: string; priceMilli: number }[]
}

/** The current state of some markets of a fixture: others stay unchanged, stopped ones stopped. */
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
 * A feed's results of markets: seen live, or confirmed. A live one may be corrected; a confirmed one stays until the
 * feed rolls it back.
 */
export type SettlementMessage = ById &
  Timed & {
    kind: 'settlement'
    key: string
    certainty: 'provisional' | 'confirmed'
    markets: readonly SettledMarket[]
  }

/**
 * A proposed result where the feed does not determine payments: nobody is paid until operators decide. In a
 * `dead_heat` more are placed than places are paid, and those tied for the last are unknown.
 */
export type SettlementProposalMessage = ById & {
  kind: 'settlement_proposal'
  key: string
  why: 'dead_heat'
  markets: readonly SettledMarket[]
}

/** The feed rolls back its results of these markets: their bets are open again. */
export type RollbackSettlementMessage = Timed & {
  kind: 'rollback_settlement'
  key: string
  markets: readonly MarketKey[]
}

/** Voids bets placed on these markets from `from` until before `until`; a null end is open. */
export type BetCancelMessage = Timed & {
  kind: 'bet_cancel'
  key: string
  markets: readonly MarketKey[]
  from: Date | null
  until: Date | null
  reason: string
}

/** Rolls back a window of voided bets on the same markets. */
export type RollbackCancelMessage = Timed & {
  kind: 'rollback_cancel'
  key: string
  markets: readonly MarketKey[]
  from: Date | null
  until: Date | null
}

/** A new start time of a fixture, if known; no bets until the next prices. */
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

/** Why a feed's message was refused. Each is counted in `/metrics` and listed for operators; no money moves. */
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
  'reported_late',
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

/** Whether the refusal closes what the message concerned: no bets on it until a readable message. */
export const closes = (reason: FeedRefusalReason): boolean => CLOSING.has(reason)

const CLOSING: ReadonlySet<FeedRefusalReason> = new Set([
  'too_large',
  'malformed',
  'field_missing',
  'field_not_valid',
  'clock_off',
  'score_negative',
])

/** A refused message: the reason, and details for operators. */
export type FeedRefusal = { readonly reason: FeedRefusalReason; readonly detail: string }

/** A refusal with the feed's own name of the fixture that it is about. */
export type KeyedRefusal = FeedRefusal & { key: string }

/** A parsed message, or why it is refused. */
export type FeedReading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly refusal: FeedRefusal }

export const readAs = <Value>(value: Value): FeedReading<Value> => ({ ok: true, value })

export const refuse = (reason: FeedRefusalReason, detail: string): FeedReading<never> => ({
  ok: false,
  refusal: { reason, detail },
})

/** Thrown inside a reader, and caught at its API by `attemptReading`: it ends a nested parse in one step. */
class NotRead extends Error {
  readonly refusal: FeedRefusal
  constructor(refusal: FeedRefusal) {
    super(`${refusal.reason}: ${refusal.detail}`)
    this.refusal = refusal
  }
}

/** Stops parsing a message with a refusal. */
export const stopReading = (reason: FeedRefusalReason, detail: string): never => {
  throw new NotRead({ reason, detail })
}

/** Runs a reader; what it stopped with is its refusal. Our own errors are rethrown. */
export function attemptReading<Value>(read: () => Value): FeedReading<Value> {
  try {
    return readAs(read())
  } catch (error) {
    if (error instanceof NotRead) return { ok: false, refusal: error.refusal }
    throw error
  }
}

import {
  type LedgerBatch,
  countTurnover,
  lockAccountsAnd,
  owedCents,
  post,
  balancesOf,
  takeStake,
  turnoverOf,
} from '../../ledger/index.ts'
import { assert, present } from '../../platform/assert.ts'
import { brokeUnique, type Tx } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { betPlaced } from '../events.ts'
import {
  type CompliancePolicy,
  type PlayerLimits,
  type PlayerStanding,
  readLimits,
  refuseLoss,
} from '../../protection/index.ts'
import { addLiabilities } from '../liability/queries.ts'
import { add, type Added, addedColumns, nothingAdded, standingWith } from '../liability/rules.ts'
import type { SportsbookSettings } from '../settings.ts'
import { type EarlierBets, readEarlierBets, requestName } from './earlier-bets.ts'
import type { KnownMarkets, Markets } from './known-markets.ts'
import { type BetColumns, insertBets, selectMarketsOf } from './queries.ts'
import { type Quote, readQuotes } from './read-quotes.ts'
import { type BetRequest, betDelay, takeQuote } from './rules.ts'
import { type WireBet, toPlacedWireBet } from './wire-bet.ts'

/** One single of a player. `waitedMs` is how long the request has waited for its decision so far. */
export type PlaceBet = BetRequest & { playerId: number; requestId: string; waitedMs: number }

export type PlaceBetRefusal =
  | 'not_found'
  | 'request_mismatch'
  | 'market_closed'
  | 'price_changed'
  | 'stake_below_min'
  | 'stake_above_max'
  | 'blocked_by_policy'
  | 'owes_money'
  | 'kyc_needed'
  | 'daily_loss_limit'
  | 'insufficient_funds'

/** The bet is in order so far, but in play: ask again after so long. Nothing was taken. */
export type Wait = { waitMs: number }

export type BettingNeeds = {
  policy: CompliancePolicy
  /** What the policy must know of these players; asked only where the policy looks at it. */
  standings: (tx: Tx, playerIds: readonly number[]) => Promise<ReadonlyMap<number, PlayerStanding>>
}

/** What bets are placed by, list after list. */
export type Betting = { settings: SportsbookSettings; needs: BettingNeeds; known: KnownMarkets }

/** A list of bets with the markets that it is on. */
type List = Betting & { requests: readonly PlaceBet[]; markets: Markets }

type Answer = Result<WireBet, PlaceBetRefusal> | Wait

/** Ids are drawn in blocks of 1024: a list may not be longer. */
const LONGEST_LIST = 1024

/**
 * Takes the stakes and records the bets, or says for each request why not. Answers in the order asked. An request that
 * was answered with a bet before is answered with that bet again. Whoever bets holds the player's accounts first,
 * then the fixtures, then the liabilities of the outcomes: settlement and feeds take their locks in the same
 * order. Liabilities are read without a lock, so that a list is decided while the one before is committed. Where
 * that one took the room that this one counted on, the write fails, and the list is decided again, under the lock.
 *
 * Nearly every request is new, so a list is decided before anybody looks whether one of it was placed already. That
 * shows in a unique index, or in an request that was not placed though it may have been earlier: then nothing of the list
 * was written, and it is decided again with the earlier bets.
 */
export async function placeBets(
  deps: Deps,
  betting: Betting,
  requests: readonly PlaceBet[],
): Promise<Answer[]> {
  assert(requests.length <= LONGEST_LIST, `a list of bets is at most ${LONGEST_LIST} long`)
  const { known } = betting
  const outcomeIds = [...new Set(requests.map(({ outcomeId }) => outcomeId))]
  // Looked up before anything is locked, and only where this server has not met an outcome yet. One that comes into being
  // after it is not there for this list.
  const markets = known.find(outcomeIds) ?? known.learn(await selectMarketsOf(deps.db, outcomeIds))
  const list = { ...betting, requests, markets }
  return (await placeNew(deps, list)) ?? placeAll(deps, list)
}

/** Undoes a list that was placed as if every request were new. */
const placedBefore = new Error('a request of the list was placed before')

/** Places the list as if every request were new; nothing when one is not. */
async function placeNew(deps: Deps, list: List) {
  const { requests } = list
  try {
    return await inOneGo(deps, async (tx, locksLiabilities) => {
      const none = () => Promise.resolve<EarlierBets>(new Map())
      const answers = await placeList(tx, { ...list, locksLiabilities, readEarlier: none })
      const others = requests.filter((_request, at) => !isPlaced(answers[at]))
      if (others.length > 0 && (await readEarlierBets(tx, others)).size > 0) throw placedBefore
      return answers
    })
  } catch (error) {
    if (error === placedBefore || brokeUnique(error, 'sportsbook_bet_player_id_request_id_key'))
      return undefined
    throw error
  }
}

const placeAll = (deps: Deps, list: List) =>
  inOneGo(deps, (tx, locksLiabilities) =>
    placeList(tx, { ...list, locksLiabilities, readEarlier: () => readEarlierBets(tx, list.requests) }),
  )

const isPlaced = (answer: Answer | undefined) => answer !== undefined && 'ok' in answer && answer.ok

/** Runs the work in a transaction, and after a conflict once more, then with the liabilities locked. */
function inOneGo<T>(deps: Deps, work: (tx: Tx, locksLiabilities: boolean) => Promise<T>): Promise<T> {
  let attempts = 0
  return deps.db.begin((tx) => {
    attempts += 1
    return work(tx, attempts > 1)
  })
}

async function placeList(tx: Tx, reading: Reading): Promise<Answer[]> {
  const state = await readState(tx, reading)
  const placed = new Map<string, Placed>()
  const answers = reading.requests.map((request) => decide(request, { state, placed }))
  if (placed.size > 0) tx.beforeCommit(() => write(tx, state, [...placed.values()]))
  return answers
}

type State = {
  settings: SportsbookSettings
  policy: CompliancePolicy
  batch: LedgerBatch
  earlier: EarlierBets
  quotes: ReadonlyMap<number, Quote>
  limits: ReadonlyMap<number, PlayerLimits>
  standings: ReadonlyMap<number, PlayerStanding>
  /** What this list has put on the outcomes so far. */
  added: Added
}

type Reading = List & { locksLiabilities: boolean; readEarlier: () => Promise<EarlierBets> }

async function readState(tx: Tx, reading: Reading): Promise<State> {
  const { settings, requests, markets, locksLiabilities, readEarlier } = reading
  const { policy, standings } = reading.needs
  const { feedSilenceSeconds } = settings
  const playerIds = [...new Set(requests.map(({ playerId }) => playerId))]
  const [batch, [limits, quotes, earlier]] = await lockAccountsAnd(tx, playerIds, () =>
    Promise.all([
      readLimits(tx, playerIds),
      readQuotes(tx, { markets, feedSilenceSeconds, locksLiabilities }),
      readEarlier(),
    ]),
  )
  return {
    settings,
    policy,
    batch,
    earlier,
    quotes,
    limits,
    added: nothingAdded(),
    standings: policy.terms.kycBeforeBet ? await standings(tx, playerIds) : new Map<number, PlayerStanding>(),
  }
}

/** A bet that this list places. */
type Placed = {
  id: number
  request: PlaceBet
  quote: Quote
  cashCents: number
  bonusCents: number
  potentialReturnCents: number
  shown: WireBet
}

/** What the list has placed so far, by player and request. */
type Deciding = { state: State; placed: Map<string, Placed> }

function decide(request: PlaceBet, { state, placed }: Deciding): Answer {
  const earlier = state.earlier.get(requestName(request)) ?? placed.get(requestName(request))
  if (earlier) return isSameRequest(request, earlier.request) ? ok(earlier.shown) : refuse('request_mismatch')
  const allowed = state.policy.canBet(state.standings.get(request.playerId) ?? unknownStanding)
  if (!allowed.ok) return allowed
  if (owedCents(state.batch, request.playerId) > 0) return refuse('owes_money')
  const standing = state.quotes.get(request.outcomeId)
  const taken = takeQuote(request, standing && standingWith(standing, state.added), state.settings)
  if (!taken.ok) return taken
  const today = turnoverOf(state.batch, request.playerId)
  const loss = refuseLoss(state.limits.get(request.playerId), today, request.stakeCents)
  if (loss) return loss
  const { quote, potentialReturnCents } = taken.value
  const leftMs = betDelay(quote, state.settings) - request.waitedMs
  if (leftMs > 0) return hasFunds(state.batch, request) ? { waitMs: leftMs } : refuse('insufficient_funds')
  const id = quote.firstBetId + placed.size
  const split = takeStake(state.batch, {
    playerId: request.playerId,
    key: `bet:${id}:stake`,
    cents: request.stakeCents,
    to: 'bets_open',
  })
  if (!split) return refuse('insufficient_funds')
  countTurnover(state.batch, { playerId: request.playerId, stakedCents: request.stakeCents })
  const { outcomeId, marketId } = quote
  add(state.added, { outcomeId, marketId, stakeCents: request.stakeCents, returnCents: potentialReturnCents })
  const shown = toPlacedWireBet({ id, stakeCents: request.stakeCents, potentialReturnCents }, quote)
  placed.set(requestName(request), { id, request, quote, ...split, potentialReturnCents, shown })
  return ok(shown)
}

/** Where the policy does not look at the player nobody reads who it is. */
const unknownStanding: PlayerStanding = { isTestAccount: false, isIdentified: false }

const isSameRequest = (one: BetRequest, other: BetRequest): boolean =>
  one.stakeCents === other.stakeCents &&
  one.outcomeId === other.outcomeId &&
  one.priceMilli === other.priceMilli &&
  one.accept === other.accept

function hasFunds(batch: LedgerBatch, { playerId, stakeCents }: PlaceBet): boolean {
  const { cashCents, bonusCents } = balancesOf(batch, playerId)
  return cashCents + bonusCents >= stakeCents
}

const write = (tx: Tx, { batch, added, quotes, settings }: State, placed: readonly Placed[]) =>
  Promise.all([
    insertBets(tx, columnsOf(placed)),
    writeEvents(
      tx,
      betPlaced,
      placed.map(({ id, request }) => ({
        playerId: request.playerId,
        betId: id,
        stakeCents: request.stakeCents,
      })),
    ),
    // Last: it locks the outcomes' sums and the accounts of the house, which other lists wait for.
    post(tx, batch, () => addLiabilities(tx, addedColumns(added, quotes, settings))),
  ])

const columnsOf = (placed: readonly Placed[]): BetColumns => ({
  ids: placed.map(({ id }) => id),
  playerIds: placed.map(({ request }) => request.playerId),
  requestIds: placed.map(({ request }) => request.requestId),
  stakes: placed.map(({ request }) => request.stakeCents),
  cash: placed.map(({ cashCents }) => cashCents),
  bonus: placed.map(({ bonusCents }) => bonusCents),
  prices: placed.map(({ quote }) => quote.priceMilli),
  potentials: placed.map(({ potentialReturnCents }) => potentialReturnCents),
  requestedPrices: placed.map(({ request }) => request.priceMilli),
  accepts: placed.map(({ request }) => request.accept),
  placedAt: present(placed[0], 'a bet to write').quote.at, // prices of a list are read at one instant
  fixtureIds: placed.map(({ quote }) => quote.fixtureId),
  outcomeIds: placed.map(({ quote }) => quote.outcomeId),
  priceVersions: placed.map(({ quote }) => quote.priceVersion),
})

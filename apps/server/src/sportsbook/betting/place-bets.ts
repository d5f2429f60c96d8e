import {
  type Book,
  countTurnover,
  openBookAnd,
  owedCents,
  post,
  purseOf,
  takeStake,
  turnoverOf,
} from '../../ledger/index.ts'
import { assert, present } from '../../platform/assert.ts'
import { brokeUnique, type Tx } from '../../platform/db/index.ts'
import type { House } from '../../platform/house.ts'
import { writeFacts } from '../../platform/outbox.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
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
import { type BetAsk, betDelay, takeQuote } from './rules.ts'
import { type ShownBet, showPlaced } from './show-bet.ts'

/** One single of a player. `waitedMs` is how long the ask has waited for its decision so far. */
export type PlaceBet = BetAsk & { playerId: number; requestId: string; waitedMs: number }

export type PlaceBetRefusal =
  | 'not_found'
  | 'request_mismatch'
  | 'market_closed'
  | 'price_changed'
  | 'stake_below_least'
  | 'stake_above_most'
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
type List = Betting & { asks: readonly PlaceBet[]; markets: Markets }

type Answer = Result<ShownBet, PlaceBetRefusal> | Wait

/** Ids are drawn in blocks of 1024: a list may not be longer. */
const LONGEST_LIST = 1024

/**
 * Takes the stakes and records the bets, or says for each ask why not. Answers in the order asked. An ask that
 * was answered with a bet before is answered with that bet again. Whoever bets holds the player's book first,
 * then the fixtures, then the liabilities of the outcomes: settlement and feeds take their locks in the same
 * order. Liabilities are read without a lock, so that a list is decided while the one before is committed. Where
 * that one took the room that this one counted on, the write fails, and the list is decided again, under the lock.
 *
 * Nearly every request is new, so a list is decided before anybody looks whether one of it was placed already. That
 * shows in a unique index, or in an ask that was not placed though it may have been earlier: then nothing of the list
 * was written, and it is decided again with the earlier bets.
 */
export async function placeBets(
  house: House,
  betting: Betting,
  asks: readonly PlaceBet[],
): Promise<Answer[]> {
  assert(asks.length <= LONGEST_LIST, `a list of bets is at most ${LONGEST_LIST} long`)
  const { known } = betting
  const outcomeIds = [...new Set(asks.map(({ outcomeId }) => outcomeId))]
  // Looked up before anything is locked, and only where this server has not met an outcome yet. One that comes into being
  // after it is not there for this list.
  const markets = known.find(outcomeIds) ?? known.learn(await selectMarketsOf(house.db, outcomeIds))
  const list = { ...betting, asks, markets }
  return (await placeNew(house, list)) ?? placeAll(house, list)
}

/** Undoes a list that was placed as if every request were new. */
const placedBefore = new Error('a request of the list was placed before')

/** Places the list as if every request were new; nothing when one is not. */
async function placeNew(house: House, list: List) {
  const { asks } = list
  try {
    return await inOneGo(house, async (tx, locksLiabilities) => {
      const none = () => Promise.resolve<EarlierBets>(new Map())
      const answers = await placeList(tx, { ...list, locksLiabilities, readEarlier: none })
      const others = asks.filter((_ask, at) => !isPlaced(answers[at]))
      if (others.length > 0 && (await readEarlierBets(tx, others)).size > 0) throw placedBefore
      return answers
    })
  } catch (error) {
    if (error === placedBefore || brokeUnique(error, 'sportsbook_bet_player_id_request_id_key'))
      return undefined
    throw error
  }
}

const placeAll = (house: House, list: List) =>
  inOneGo(house, (tx, locksLiabilities) =>
    placeList(tx, { ...list, locksLiabilities, readEarlier: () => readEarlierBets(tx, list.asks) }),
  )

const isPlaced = (answer: Answer | undefined) => answer !== undefined && 'ok' in answer && answer.ok

/** Runs the work in a transaction, and after a conflict once more, then with the liabilities locked. */
function inOneGo<T>(house: House, work: (tx: Tx, locksLiabilities: boolean) => Promise<T>): Promise<T> {
  let attempts = 0
  return house.db.begin((tx) => {
    attempts += 1
    return work(tx, attempts > 1)
  })
}

async function placeList(tx: Tx, reading: Reading): Promise<Answer[]> {
  const facts = await readFacts(tx, reading)
  const placed = new Map<string, Placed>()
  const answers = reading.asks.map((ask) => decide(ask, { facts, placed }))
  if (placed.size > 0) tx.beforeCommit(() => write(tx, facts, [...placed.values()]))
  return answers
}

type Facts = {
  settings: SportsbookSettings
  policy: CompliancePolicy
  book: Book
  earlier: EarlierBets
  quotes: ReadonlyMap<number, Quote>
  limits: ReadonlyMap<number, PlayerLimits>
  standings: ReadonlyMap<number, PlayerStanding>
  /** What this list has put on the outcomes so far. */
  added: Added
}

type Reading = List & { locksLiabilities: boolean; readEarlier: () => Promise<EarlierBets> }

async function readFacts(tx: Tx, reading: Reading): Promise<Facts> {
  const { settings, asks, markets, locksLiabilities, readEarlier } = reading
  const { policy, standings } = reading.needs
  const { feedSilenceSeconds } = settings
  const playerIds = [...new Set(asks.map(({ playerId }) => playerId))]
  const [book, [limits, quotes, earlier]] = await openBookAnd(tx, playerIds, () =>
    Promise.all([
      readLimits(tx, playerIds),
      readQuotes(tx, { markets, feedSilenceSeconds, locksLiabilities }),
      readEarlier(),
    ]),
  )
  return {
    settings,
    policy,
    book,
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
  ask: PlaceBet
  quote: Quote
  cashCents: number
  bonusCents: number
  potentialReturnCents: number
  shown: ShownBet
}

/** What the list has placed so far, by player and request. */
type Deciding = { facts: Facts; placed: Map<string, Placed> }

function decide(ask: PlaceBet, { facts, placed }: Deciding): Answer {
  const earlier = facts.earlier.get(requestName(ask)) ?? placed.get(requestName(ask))
  if (earlier) return isSameAsk(ask, earlier.ask) ? ok(earlier.shown) : refuse('request_mismatch')
  const allowed = facts.policy.canBet(facts.standings.get(ask.playerId) ?? unknownStanding)
  if (!allowed.ok) return allowed
  if (owedCents(facts.book, ask.playerId) > 0) return refuse('owes_money')
  const standing = facts.quotes.get(ask.outcomeId)
  const taken = takeQuote(ask, standing && standingWith(standing, facts.added), facts.settings)
  if (!taken.ok) return taken
  const today = turnoverOf(facts.book, ask.playerId)
  const loss = refuseLoss(facts.limits.get(ask.playerId), today, ask.stakeCents)
  if (loss) return loss
  const { quote, potentialReturnCents } = taken.value
  const leftMs = betDelay(quote, facts.settings) - ask.waitedMs
  if (leftMs > 0) return hasFunds(facts.book, ask) ? { waitMs: leftMs } : refuse('insufficient_funds')
  const id = quote.firstBetId + placed.size
  const split = takeStake(facts.book, {
    playerId: ask.playerId,
    key: `bet:${id}:stake`,
    cents: ask.stakeCents,
    to: 'bets_open',
  })
  if (!split) return refuse('insufficient_funds')
  countTurnover(facts.book, { playerId: ask.playerId, stakedCents: ask.stakeCents })
  const { outcomeId, marketId } = quote
  add(facts.added, { outcomeId, marketId, stakeCents: ask.stakeCents, returnCents: potentialReturnCents })
  const shown = showPlaced({ id, stakeCents: ask.stakeCents, potentialReturnCents }, quote)
  placed.set(requestName(ask), { id, ask, quote, ...split, potentialReturnCents, shown })
  return ok(shown)
}

/** Where the policy does not look at the player nobody reads who it is. */
const unknownStanding: PlayerStanding = { isTestAccount: false, isIdentified: false }

const isSameAsk = (one: BetAsk, other: BetAsk): boolean =>
  one.stakeCents === other.stakeCents &&
  one.outcomeId === other.outcomeId &&
  one.priceMilli === other.priceMilli &&
  one.accept === other.accept

function hasFunds(book: Book, { playerId, stakeCents }: PlaceBet): boolean {
  const { cashCents, bonusCents } = purseOf(book, playerId)
  return cashCents + bonusCents >= stakeCents
}

const write = (tx: Tx, { book, added, quotes, settings }: Facts, placed: readonly Placed[]) =>
  Promise.all([
    insertBets(tx, columnsOf(placed)),
    writeFacts(
      tx,
      'bet.placed',
      placed.map(({ id, ask }) => ({ playerId: ask.playerId, betId: id, stakeCents: ask.stakeCents })),
    ),
    // Last: it locks the outcomes' sums and the accounts of the house, which other lists wait for.
    post(tx, book, () => addLiabilities(tx, addedColumns(added, quotes, settings))),
  ])

const columnsOf = (placed: readonly Placed[]): BetColumns => ({
  ids: placed.map(({ id }) => id),
  playerIds: placed.map(({ ask }) => ask.playerId),
  requestIds: placed.map(({ ask }) => ask.requestId),
  stakes: placed.map(({ ask }) => ask.stakeCents),
  cash: placed.map(({ cashCents }) => cashCents),
  bonus: placed.map(({ bonusCents }) => bonusCents),
  prices: placed.map(({ quote }) => quote.priceMilli),
  potentials: placed.map(({ potentialReturnCents }) => potentialReturnCents),
  askedPrices: placed.map(({ ask }) => ask.priceMilli),
  accepts: placed.map(({ ask }) => ask.accept),
  placedAt: present(placed[0], 'a bet to write').quote.at, // prices of a list are read at one instant
  fixtureIds: placed.map(({ quote }) => quote.fixtureId),
  outcomeIds: placed.map(({ quote }) => quote.outcomeId),
  priceVersions: placed.map(({ quote }) => quote.priceVersion),
})

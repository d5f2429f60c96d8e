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
import type { KnownPlaces } from './known-places.ts'
import { type BetColumns, insertBets } from './queries.ts'
import { type Offer, readOffers } from './read-offers.ts'
import { type BetAsk, betDelay, takeOffer } from './rules.ts'
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
export type Betting = { settings: SportsbookSettings; needs: BettingNeeds; places: KnownPlaces }

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
  return (await placeNew(house, betting, asks)) ?? placeAll(house, betting, asks)
}

/** Undoes a list that was placed as if every request were new. */
const placedBefore = new Error('a request of the list was placed before')

/** Places the list as if every request were new; nothing when one is not. */
async function placeNew(house: House, betting: Betting, asks: readonly PlaceBet[]) {
  try {
    return await inOneGo(house, async (tx, locksLiabilities) => {
      const none = () => Promise.resolve<EarlierBets>(new Map())
      const answers = await placeList(tx, { ...betting, locksLiabilities, readEarlier: none }, asks)
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

const placeAll = (house: House, betting: Betting, asks: readonly PlaceBet[]) =>
  inOneGo(house, (tx, locksLiabilities) =>
    placeList(tx, { ...betting, locksLiabilities, readEarlier: () => readEarlierBets(tx, asks) }, asks),
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

async function placeList(tx: Tx, reading: Reading, asks: readonly PlaceBet[]): Promise<Answer[]> {
  const facts = await readFacts(tx, reading, asks)
  const placed = new Map<string, Placed>()
  const answers = asks.map((ask) => decide(ask, { facts, placed }))
  if (placed.size > 0) tx.beforeCommit(() => write(tx, facts, [...placed.values()]))
  return answers
}

type Facts = {
  settings: SportsbookSettings
  policy: CompliancePolicy
  book: Book
  earlier: EarlierBets
  offers: ReadonlyMap<number, Offer>
  limits: ReadonlyMap<number, PlayerLimits>
  standings: ReadonlyMap<number, PlayerStanding>
  /** What this list has put on the outcomes so far. */
  added: Added
}

type Reading = Betting & { locksLiabilities: boolean; readEarlier: () => Promise<EarlierBets> }

async function readFacts(
  tx: Tx,
  { settings, needs: { policy, standings }, places, locksLiabilities, readEarlier }: Reading,
  asks: readonly PlaceBet[],
): Promise<Facts> {
  const playerIds = [...new Set(asks.map(({ playerId }) => playerId))]
  const outcomeIds = [...new Set(asks.map(({ outcomeId }) => outcomeId))]
  const [book, [limits, offers, earlier]] = await openBookAnd(tx, playerIds, () =>
    Promise.all([
      readLimits(tx, playerIds),
      readOffers(tx, outcomeIds, {
        places,
        feedSilenceSeconds: settings.feedSilenceSeconds,
        locksLiabilities,
      }),
      readEarlier(),
    ]),
  )
  return {
    settings,
    policy,
    book,
    earlier,
    offers,
    limits,
    added: nothingAdded(),
    standings: policy.terms.kycBeforeBet ? await standings(tx, playerIds) : new Map<number, PlayerStanding>(),
  }
}

/** A bet that this list places. */
type Placed = {
  id: number
  ask: PlaceBet
  price: Offer
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
  const offered = facts.offers.get(ask.outcomeId)
  const taken = takeOffer(ask, offered && standingWith(offered, facts.added), facts.settings)
  if (!taken.ok) return taken
  const today = turnoverOf(facts.book, ask.playerId)
  const loss = refuseLoss(facts.limits.get(ask.playerId), today, ask.stakeCents)
  if (loss) return loss
  const { price, potentialReturnCents } = taken.value
  const leftMs = betDelay(price, facts.settings) - ask.waitedMs
  if (leftMs > 0) return hasFunds(facts.book, ask) ? { waitMs: leftMs } : refuse('insufficient_funds')
  const id = price.firstBetId + placed.size
  const split = takeStake(facts.book, {
    playerId: ask.playerId,
    key: `bet:${id}:stake`,
    cents: ask.stakeCents,
    to: 'bets_open',
  })
  if (!split) return refuse('insufficient_funds')
  countTurnover(facts.book, { playerId: ask.playerId, stakedCents: ask.stakeCents })
  const { outcomeId, marketId } = price
  add(facts.added, { outcomeId, marketId, stakeCents: ask.stakeCents, returnCents: potentialReturnCents })
  const shown = showPlaced({ id, stakeCents: ask.stakeCents, potentialReturnCents }, price)
  placed.set(requestName(ask), { id, ask, price, ...split, potentialReturnCents, shown })
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

const write = (tx: Tx, { book, added, offers, settings }: Facts, placed: readonly Placed[]) =>
  Promise.all([
    insertBets(tx, columnsOf(placed)),
    writeFacts(
      tx,
      'bet.placed',
      placed.map(({ id, ask }) => ({ playerId: ask.playerId, betId: id, stakeCents: ask.stakeCents })),
    ),
    // Last: it locks the outcomes' sums and the accounts of the house, which other lists wait for.
    post(tx, book, () => addLiabilities(tx, addedColumns(added, offers, settings))),
  ])

const columnsOf = (placed: readonly Placed[]): BetColumns => ({
  ids: placed.map(({ id }) => id),
  playerIds: placed.map(({ ask }) => ask.playerId),
  requestIds: placed.map(({ ask }) => ask.requestId),
  stakes: placed.map(({ ask }) => ask.stakeCents),
  cash: placed.map(({ cashCents }) => cashCents),
  bonus: placed.map(({ bonusCents }) => bonusCents),
  prices: placed.map(({ price }) => price.priceMilli),
  potentials: placed.map(({ potentialReturnCents }) => potentialReturnCents),
  askedPrices: placed.map(({ ask }) => ask.priceMilli),
  accepts: placed.map(({ ask }) => ask.accept),
  placedAt: present(placed[0], 'a bet to write').price.at, // prices of a list are read at one instant
  fixtureIds: placed.map(({ price }) => price.fixtureId),
  outcomeIds: placed.map(({ price }) => price.outcomeId),
  priceVersions: placed.map(({ price }) => price.priceVersion),
})

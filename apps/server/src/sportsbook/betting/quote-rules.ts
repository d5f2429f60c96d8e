import { decimalPrice, priceMilli, type Sport } from '@palpite/odds'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { type BetBoost, type BetPromises, boostPrice, promisesOf, winningsBoostOf } from './boost-rules.ts'
import { leastBound, limitedCents } from '../risk/headroom-rules.ts'
import { maxReturns } from '../risk/rules.ts'
import type { SportsbookSettings } from '../settings.ts'
import { isInPlay, matchStatuses } from '../sports/match-status.ts'
import type { BetRequest, RequestedLeg } from './bet-request.ts'
import type { Quote } from './read-quotes.ts'
import { remainingStakeLimit } from './stake-factors.ts'
import { checkShape, maxTicketStake, type Ticket, ticketOf } from './ticket-rules.ts'

type QuoteRefusal =
  | 'parlay_limit'
  | 'bet_malformed'
  | 'legs_related'
  | 'not_found'
  | 'market_closed'
  | 'price_changed'
  | 'offer_expired'
  | 'stake_below_min'
  | 'stake_above_max'
  | 'price_boost_over'

/** An accepted bet: the current quote of each leg, the ticket at those prices, and the maximum stake. */
export type AcceptedQuotes = {
  quotes: readonly Quote[]
  ticket: Ticket
  /** Its promises by the current promotions. */
  promises: BetPromises
  maxStakeCents: number
}

/** An offer: prices held for each leg until a time of the database's clock. */
export type HeldPrices = { prices: readonly number[]; untilMs: number }

/** The counter-offer of a refusal: a unit stake at these prices, and the outcomes whose price would be held. */
export type Alternative = { unitStakeCents: number; prices: number[]; atMs: number; heldIds: number[] }

/**
 * Whether the house accepts this bet on these quotes, apart from funds and limits of the player. A bet is always
 * accepted at the current prices, never at those requested.
 */
export function acceptQuotes(
  request: BetRequest,
  quoteOf: (outcomeId: number) => Quote | undefined,
  settings: SportsbookSettings,
  held?: HeldPrices,
): Result<AcceptedQuotes, QuoteRefusal> {
  const shape = checkShape(request)
  if (!shape.ok) return shape
  const current = request.legs.flatMap(({ outcomeId }) => quoteOf(outcomeId) ?? [])
  if (current.length < request.legs.length) return refuse('not_found')
  if (held && current.some(({ at }) => at.getTime() > held.untilMs)) return refuse('offer_expired')
  const quotes = held ? current.map((quote, place) => withHeldPrice(quote, held.prices[place])) : current
  if (!isOfItsKind(request, quotes)) return refuse('bet_malformed')
  const related = relatedLeg(request, quotes)
  if (related) return refuse('legs_related', { detail: legOf(related) })
  const closed = quotes.find((quote) => !isOpen(quote))
  if (closed) return refuse('market_closed', { detail: legOf(closed) })
  const boosted = withBoost(request, quotes, settings)
  if (!boosted.ok) return boosted
  return acceptAtPrices(request, boosted.value, settings, held)
}

/** The bet as it would be accepted at these prices, if the player agrees. */
function acceptAtPrices(
  request: BetRequest,
  { quotes, boost }: Boosted,
  settings: SportsbookSettings,
  held?: HeldPrices,
): Result<AcceptedQuotes, QuoteRefusal> {
  const prices = quotes.map((quote) => quote.priceMilli)
  const ticket = ticketOf(request, prices, boost)
  const { minStakeCents } = settings
  if (ticket.stakeCents < minStakeCents) {
    return refuse('stake_below_min', {
      values: { minCents: minStakeCents },
      detail: { minStakeCents },
    })
  }
  const maxStakeCents = maxStake(request, quotes, settings, boost)
  const moved = quotes.find((quote, place) => !acceptsPrice(request, request.legs[place], quote))
  const isTooMuch = ticket.stakeCents > maxStakeCents
  const unitStakeCents = isTooMuch ? Math.floor(maxStakeCents / ticket.combinations) : request.unitStakeCents
  const [first] = quotes
  // A price is held only once: otherwise a player could have it held again after every refusal.
  const alternative: { alternative?: Alternative } =
    first && !held && isOfferable(request, quotes) && unitStakeCents * ticket.combinations >= minStakeCents
      ? { alternative: { unitStakeCents, prices, atMs: first.at.getTime(), heldIds: heldIdsOf(quotes) } }
      : {}
  if (moved) {
    const now = priceMilli(moved.priceMilli)
    return refuse('price_changed', {
      values: { price: decimalPrice(now) },
      detail: { ...legOf(moved), priceMilli: now, ...alternative },
    })
  }
  if (isTooMuch) {
    const { seconds } = settings.betReferrals
    const referral = mayBeReferred(request, ticket, { quotes, settings, boost })
      ? { referSeconds: seconds }
      : {}
    return refuse('stake_above_max', {
      values: { maxCents: maxStakeCents },
      detail: { maxStakeCents, ...referral, ...alternative },
    })
  }
  const promises = first ? promisesOf(request, { legs: quotes, at: first.at }, settings) : {}
  return ok({ quotes, ticket, promises, maxStakeCents })
}

/**
 * Free bets are for their whole stake, and boosted prices last as long as their boost, so neither gets a counter-offer. Nor
 * does a request at a price that was never shown: no price moved against that player, and holding the current one would be a
 * free option.
 */
const isOfferable = ({ freeBetId, priceBoostId, legs }: BetRequest, quotes: readonly Quote[]): boolean =>
  freeBetId === undefined &&
  priceBoostId === undefined &&
  quotes.every(({ priceMilli: now, previousPriceMilli }, place) => {
    const asked = legs[place]?.priceMilli
    return asked === now || asked === previousPriceMilli
  })

/**
 * Whether a trader may accept a bet above its limit: before the matches, for money of the player, and without bet builders,
 * whose legs a trader could not judge one by one.
 */
function mayBeReferred(
  request: BetRequest,
  { stakeCents }: Ticket,
  { quotes, settings, boost }: Boosted & { settings: SportsbookSettings },
): boolean {
  const { isReferred = false, freeBetId, priceBoostId } = request
  if (settings.betReferrals.maxLossCents === 0 || isReferred) return false
  if (freeBetId !== undefined || priceBoostId !== undefined) return false
  if (quotes.some(({ matchStatus, selected }) => isInPlay(matchStatus) || selected)) return false
  return stakeCents <= maxStake({ ...request, isReferred: true }, quotes, settings, boost)
}

const heldIdsOf = (quotes: readonly Quote[]): number[] =>
  quotes.filter(({ matchStatus }) => !isInPlay(matchStatus)).map(({ outcomeId }) => outcomeId)

type Boosted = { quotes: readonly Quote[]; boost: BetBoost | null }

/** Promotions of a bet: the boosted price it asks for, or a winnings boost of a parlay. */
export function withBoost(
  request: BetRequest,
  quotes: readonly Quote[],
  { winningsBoosts }: SportsbookSettings,
): Result<Boosted, 'bet_malformed' | 'price_boost_over'> {
  const [first] = quotes
  if (request.priceBoostId !== undefined && first) {
    const { outcomeId, priceMilli: plainMilli, matchStatus } = first
    const isPlaying = isInPlay(matchStatus)
    const priced = boostPrice(request, request.priceBoost, { outcomeId, priceMilli: plainMilli, isPlaying })
    if (!priced.ok) return priced
    const { boostedMilli, ...boost } = priced.value
    return ok({ quotes: [{ ...first, priceMilli: boostedMilli }], boost })
  }
  if (winningsBoosts.length === 0 || !first) return ok({ quotes, boost: null })
  const prices = quotes.map((quote) => quote.priceMilli)
  const { stakeCents, potentialReturnCents: returnCents } = ticketOf(request, prices)
  const stakes = { prices, stakeCents, returnCents, at: first.at }
  return ok({ quotes, boost: winningsBoostOf(request, stakes, winningsBoosts) })
}

/** Pre-match, an offered price is held; in play no price is held, because the feed may lag behind the match. */
const withHeldPrice = (quote: Quote, priceHeld: number | undefined): Quote =>
  isInPlay(quote.matchStatus) ? quote : { ...quote, priceMilli: priceHeld ?? quote.priceMilli }

/**
 * The place half of an each-way bet is no bet by itself: its price is a fraction of the win price, which may exceed
 * the value of the place; the win half compensates.
 */
export const isOfItsKind = (
  { isEachWay: isTwo = false }: Pick<BetRequest, 'isEachWay'>,
  quotes: readonly Quote[],
): boolean => (isTwo ? isEachWay(quotes) : !quotes.some(isEachWayPlace))

const isEachWayPlace = ({ marketType }: Quote): boolean => marketType.endsWith('.each_way')

const winHalf = (quotes: readonly Quote[]) => quotes.slice(0, quotes.length / 2)

/** Whether the market is a winner of several, with places. */
export const isWinner = ({ marketType }: Pick<Quote, 'marketType'>): boolean =>
  marketType === 'racing.win' || marketType === 'outright.winner'

/** Each leg of the first half is a runner to win, and the same runner in the second half to be placed. */
const isEachWay = (quotes: readonly Quote[]): boolean =>
  winHalf(quotes).every(({ fixtureId, code, marketType }, at) => {
    const place = quotes[at + quotes.length / 2]
    return (
      isWinner({ marketType }) &&
      place?.fixtureId === fixtureId &&
      place.code === code &&
      isEachWayPlace(place)
    )
  })

/** The first leg that cannot be combined with an earlier one. */
export const relatedLeg = (
  { isEachWay: isTwo = false }: Pick<BetRequest, 'isEachWay'>,
  quotes: readonly Quote[],
): Quote | undefined => (isTwo ? winHalf(quotes) : quotes).find(isRelatedToEarlier)

/** Two legs of one event, or of a match and of who wins its league, are not independent: their prices cannot be multiplied. */
const isRelatedToEarlier = (quote: Quote, place: number, quotes: readonly Quote[]): boolean =>
  quotes.slice(0, place).some((other) => isOneEvent(quote, other) || isOfOneLeague(quote, other))

/** Start times differ by hours between feeds, above all if one of them knows the day only. */
const ONE_EVENT_MS = 12 * 3_600_000

/**
 * One fixture, or two fixtures of one event: the same match by two feeds, or a race whose markets the exchange lists
 * separately. Both start within half a day and share both sides, or two of their runners. Participants not mapped to
 * one by their names count as different (docs/decisions/0048).
 */
const isOneEvent = (one: Quote, other: Quote): boolean =>
  one.fixtureId === other.fixtureId ||
  (one.sport === other.sport &&
    isOutright(one) === isOutright(other) &&
    Math.abs(one.startsAt.getTime() - other.startsAt.getTime()) <= ONE_EVENT_MS &&
    one.participantIds.filter((id) => other.participantIds.includes(id)).length > 1)

const isOutright = ({ marketType }: Quote): boolean => marketType.startsWith('outright.')

const isOfOneLeague = (one: Quote, other: Quote): boolean =>
  one.competitionId === other.competitionId && [one, other].some(isOutright)

/** The detail by which a refusal names its leg. */
export const legOf = ({ outcomeId }: Quote) => ({ outcomeId: String(outcomeId) })

/** Pre-match until the start by the database's clock; in play while the market is open and its feed is alive. */
export function isOpen(quote: Quote): boolean {
  const { marketStatus, matchStatus, isOffered, isBeforeStart, hasFeed, isFeedAlive } = quote
  if (marketStatus !== 'open' || !isOffered || !hasFeed) return false
  if (matchStatus === matchStatuses.notOpen) return isBeforeStart
  return isInPlay(matchStatus) && isFeedAlive
}

/** The lowest price that the player's price rule accepts, in thousandths; for `exact` also the highest. */
export const minAcceptedPriceMilli = (
  { accept, withinBps = 0 }: Pick<BetRequest, 'accept' | 'withinBps'>,
  shownMilli: number,
): number => {
  if (accept === 'any') return 0
  return accept === 'within' ? Math.ceil((shownMilli * (10_000 - withinBps)) / 10_000) : shownMilli
}

function acceptsPrice(
  request: Pick<BetRequest, 'accept' | 'withinBps'>,
  asked: RequestedLeg | undefined,
  { priceMilli: nowMilli }: Quote,
): boolean {
  if (!asked || nowMilli < (asked.minPriceMilli ?? 0)) return false
  if (request.accept === 'exact') return nowMilli === asked.priceMilli
  return nowMilli >= minAcceptedPriceMilli(request, asked.priceMilli)
}

type Offered = Pick<
  Quote,
  | 'fixtureId'
  | 'sport'
  | 'competitionId'
  | 'marketType'
  | 'priceMilli'
  | 'matchStatus'
  | 'outcomeReturnCents'
  | 'marketStakeCents'
  | 'exposureHeadroomCents'
  | 'limitBps'
>

/**
 * The maximum total stake: neither the return of a ticket, nor the loss on one bet, nor the liability of a leg's market may
 * exceed its limit. A bet, with all its legs, uses at most half of the exposure headroom of its match, competition, sport and
 * the book: the headroom was read some seconds ago, and other servers use it at the same time. Of all these limits a match
 * may have a share only, set by an operator; a parlay has the smallest share among its matches. A bet that a trader accepts has
 * the limits of the market and of the exposure, and a loss limit of its own.
 */
export function maxStake(
  request: BetRequest,
  offered: readonly Offered[],
  settings: SportsbookSettings,
  boost: BetBoost | null = null,
): number {
  const { stakeBound, priceBoost, isReferred = false } = request
  const maxReturnCents = isReferred
    ? settings.maxReturnCents
    : Math.min(...offered.map((one) => limitedCents(settings.maxReturnCents, one.limitBps)))
  const maxLossCents = isReferred
    ? settings.betReferrals.maxLossCents
    : Math.min(...offered.map((one) => leastBound('maxLossCents', one, settings)))
  const most = maxTicketStake(
    request,
    offered.map(({ priceMilli: price }) => price),
    {
      maxReturnCents,
      maxLossCents,
      exposureHeadroomCents: offered.map((one) =>
        Math.min(
          Math.max(0, maxReturns(one, settings) - one.outcomeReturnCents),
          Math.floor(one.exposureHeadroomCents / (2 * offered.length)),
        ),
      ),
    },
    boost,
  )
  const mostBoosted = priceBoost
    ? Math.min(most, Math.max(0, priceBoost.maxStakeCents - priceBoost.stakedCents))
    : most
  return stakeBound && !isReferred
    ? remainingStakeLimit(
        mostBoosted,
        stakeBound,
        offered.map(({ fixtureId }) => fixtureId),
      )
    : mostBoosted
}

/**
 * The in-play delay of a bet: the longest delay among its legs in play, by market type if that has its own, else by sport. A
 * bet builder has the longest delay among its selections.
 */
export const betDelay = (
  quotes: readonly Pick<Quote, 'sport' | 'marketType' | 'matchStatus' | 'selected'>[],
  { betDelayMs, sportBetDelaysMs, marketBetDelaysMs }: SportsbookSettings,
): number =>
  Math.max(
    0,
    ...quotes
      .filter(({ matchStatus }) => isInPlay(matchStatus))
      .flatMap(({ sport, marketType, selected = [{ type: marketType }] }) =>
        selected.map(({ type }) => marketBetDelaysMs[type] ?? sportBetDelaysMs[sport as Sport] ?? betDelayMs),
      ),
  )

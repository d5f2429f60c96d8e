import { countFreePlay, countTurnover, move, type StakeFunding, debitStake } from '../../ledger/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { admitFreePlay, admitStake, type StakeGate } from '../../protection/index.ts'
import type { AskedBoost } from './boost-rules.ts'
import type { BoostOf } from './boosts.ts'
import { type FreeBet, refuseFreeBet } from './free-bets.ts'
import { add, type Added, nothingAdded, withAdded } from '../risk/rules.ts'
import { addCost, type Costs, noCosts } from '../risk/headroom-rules.ts'
import { present } from '../../platform/errors.ts'
import type { SportsbookSettings } from '../settings.ts'
import { isInPlay } from '../sports/match-status.ts'
import { isSameRequest, type PlaceBet, type PlaceBetRefusal, requestName } from './bet-request.ts'
import type { EarlierBets } from './read-bets.ts'
import { betDelay, type HeldPrices, type AcceptedQuotes, acceptQuotes } from './quote-rules.ts'
import type { LockedQuotes, Quote } from './read-quotes.ts'
import type { StakeBound, StakeBounds } from './stake-factors.ts'
import { toPlacedWireBet, type WireBet } from './wire-bet.ts'

/** A bet to decide. An in-play bet must have waited out its delay before it enters the list. */
export type DueBet = PlaceBet & {
  hasWaited: boolean
  /** Time waited so far. */
  delayMs?: number
  /** Prices of the offer it accepts. */
  held?: HeldPrices | undefined
}

/** State read under the locks, by which a list of bets is decided. */
export type BettingState = LockedQuotes & {
  settings: SportsbookSettings
  gate: StakeGate
  earlier: EarlierBets
  /** Requests cancelled while they waited, by `requestName`. */
  cancelled: ReadonlySet<string>
  /** Stake factors of players. */
  stakeBoundOf: StakeBounds
  /** Free bets of these requests; each is marked as used by the bet that takes it. */
  freeBets: ReadonlyMap<string, FreeBet>
  /** The boosted prices they ask for. */
  boostOf: BoostOf
  /** Exposure headroom of a match, after what this list has placed so far. */
  headroomOf: (of: Quote, costs: Costs) => number
}

/** A bet placed by the list. */
export type PlacedBet = StakeFunding & AcceptedQuotes & { id: number; request: DueBet; shown: WireBet }

/** Results in the order of the requests, the bets to write, and their additions to the liabilities. */
export type DecidedBets = {
  answers: Result<WireBet, PlaceBetRefusal>[]
  placed: readonly PlacedBet[]
  added: Added
  /** Maximum loss of these bets beyond their stakes. */
  costs: Costs
}

/** Decides the requests one by one. Stakes go into the ledger batch of `protection`, which is posted afterwards. */
export function decideBets(requests: readonly DueBet[], state: BettingState): DecidedBets {
  const list: List = { placed: new Map(), added: nothingAdded(), costs: noCosts() }
  const answers = requests.map((request) => decideBet(request, state, list))
  return { answers, placed: [...list.placed.values()], added: list.added, costs: list.costs }
}

/** Bets placed by the list so far, by `requestName`, and their exposure per outcome. */
type List = { placed: Map<string, PlacedBet>; added: Added; costs: Costs }

/** A bet placed by this list, in the shape of an earlier one. */
const inList = (bet: PlacedBet | undefined) =>
  bet && { request: { ...bet.request, isOffered: bet.request.held !== undefined }, shown: bet.shown }

function decideBet(
  request: DueBet,
  state: BettingState,
  { placed, added, costs }: List,
): Result<WireBet, PlaceBetRefusal> {
  const earlier = state.earlier.get(requestName(request)) ?? inList(placed.get(requestName(request)))
  if (earlier) return isSameRequest(request, earlier.request) ? ok(earlier.shown) : refuse('request_mismatch')
  if (state.cancelled.has(requestName(request))) return refuse('bet_cancelled')
  if (request.closed) return request.closed
  const quoteOf = (outcomeId: number) => {
    const quote = state.quotes.get(outcomeId)
    if (!quote) return undefined
    // Hundreds of builders of one match may say nearly the same, so the match limits them together, not each one alone.
    return { ...withAdded(quote, added), exposureHeadroomCents: state.headroomOf(quote, costs) }
  }
  const isPromoted = request.priceBoostId !== undefined
  if (isPromoted && !state.gate.policy.hasRewards('promotions')) return refuse('blocked_by_policy')
  const accepted = acceptQuotes(
    {
      ...request,
      stakeBound: withPlaced(state.stakeBoundOf(request.playerId), request, placed),
      priceBoost: withStaked(state.boostOf(request), request, placed),
    },
    quoteOf,
    state.settings,
    request.held,
  )
  if (!accepted.ok) return accepted
  const { quotes, promises, maxStakeCents } = accepted.value
  // The match has kicked off since the bet was checked: the player must ask again, and wait.
  if (!request.hasWaited && betDelay(quotes, state.settings) > 0) return refuse('market_closed')
  const { playerId } = request
  const admitted = admitBet(request, accepted.value, state)
  if (!admitted.ok) return admitted
  const id = state.firstBetId + placed.size
  const { funding, free, ticket } = admitted.value
  const { batch } = state.gate
  const stake = { key: `bet:${id}:stake`, to: 'bets_open' as const, isGuarded: true } // by the bet, inserted under its id
  if (free) {
    free.betId = id
    move(batch, { ...stake, from: 'gifts', cents: ticket.stakeCents })
    countFreePlay(batch, playerId)
  } else {
    debitStake(batch, { ...stake, playerId, funding })
    countTurnover(batch, { playerId, stakedCents: ticket.stakeCents })
  }
  for (const [place, quote] of quotes.entries()) {
    const { outcomeId, marketId } = quote
    const exposure = present(ticket.exposures[place], 'the exposure of a leg')
    add(added, { outcomeId, marketId, ...exposure })
    addCost(costs, quote, exposure.returnCents - exposure.stakeCents)
  }
  const shown = toPlacedWireBet(id, request, { quotes, ticket, promises, maxStakeCents })
  placed.set(requestName(request), {
    id,
    request,
    quotes,
    ticket,
    promises,
    maxStakeCents,
    ...funding,
    shown,
  })
  return ok(shown)
}

/** Including earlier bets of the same player in this list. */
const withPlaced = (
  bound: StakeBound | undefined,
  { playerId }: DueBet,
  placed: ReadonlyMap<string, PlacedBet>,
): StakeBound | undefined =>
  bound && {
    ...bound,
    stakedOn: (fixtureId) =>
      [...placed.values()]
        .filter(({ request, quotes }) => {
          const isOwn = request.playerId === playerId
          return isOwn && quotes.some((quote) => quote.fixtureId === fixtureId)
        })
        .reduce((sum, { ticket }) => sum + ticket.stakeCents, bound.stakedOn(fixtureId)),
  }

/** Including earlier stakes of the same player at this boosted price in this list. */
function withStaked(
  boost: AskedBoost | undefined,
  { playerId, priceBoostId }: DueBet,
  placed: ReadonlyMap<string, PlacedBet>,
): AskedBoost | undefined {
  if (!boost) return undefined
  const before = [...placed.values()].filter(
    ({ request }) => request.playerId === playerId && request.priceBoostId === priceBoostId,
  )
  return {
    ...boost,
    stakedCents: before.reduce((sum, { ticket }) => sum + ticket.stakeCents, boost.stakedCents),
  }
}

type Admitted = { funding: StakeFunding; free: FreeBet | undefined; ticket: AcceptedQuotes['ticket'] }

/**
 * Whether the player may place this bet now, and which accounts pay for it. A free bet is neither turnover nor loss
 * of the player: it skips money limits and funds, and only its profit is returned. It counts as a bet in number.
 */
function admitBet(
  request: DueBet,
  { quotes, ticket }: AcceptedQuotes,
  { gate, freeBets }: BettingState,
): Result<Admitted, PlaceBetRefusal> {
  const { playerId, freeBetId } = request
  const { stakeCents, potentialReturnCents } = ticket
  const product = quotes.some(({ matchStatus }) => isInPlay(matchStatus)) ? 'in_play' : 'sports'
  if (freeBetId === undefined) {
    const admitted = admitStake(gate, { playerId, stakeCents, product })
    return admitted.ok ? ok({ funding: admitted.value, free: undefined, ticket }) : admitted
  }
  if (!gate.policy.hasRewards('promotions')) return refuse('blocked_by_policy')
  const admitted = admitFreePlay(gate, { playerId, product })
  if (!admitted.ok) return admitted
  const free = freeBets.get(freeBetId)
  const prices = quotes.map(({ priceMilli }) => priceMilli)
  const refused = refuseFreeBet(free, request, prices)
  if (refused) return refused
  return ok({
    funding: { cashCents: 0, bonusCents: 0 },
    free,
    ticket: {
      ...ticket,
      potentialReturnCents: potentialReturnCents - stakeCents,
      // A free stake is no income of the market, so its exposure is the profit alone.
      exposures: ticket.exposures.map(({ returnCents }) => ({
        stakeCents: 0,
        returnCents: Math.max(0, returnCents - stakeCents),
      })),
    },
  })
}

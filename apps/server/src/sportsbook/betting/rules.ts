import { countTurnover, type Split, takeStake } from '../../ledger/index.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { admitStake, type StakeGate } from '../../protection/index.ts'
import { add, type Added, nothingAdded, standingWith } from '../risk/index.ts'
import type { SportsbookSettings } from '../settings.ts'
import { type BetRequest, type PlaceBet, type PlaceBetRefusal, requestName } from './bet-request.ts'
import type { EarlierBets } from './earlier-bets.ts'
import { betDelay, takeQuote } from './quote-rules.ts'
import type { LockedQuotes, Quote } from './read-quotes.ts'
import { toPlacedWireBet, type WireBet } from './wire-bet.ts'

/** A bet to decide. In play it must have waited out its delay before it came into the list. */
export type DueBet = PlaceBet & { hasWaited: boolean }

/** What a list of bets is decided by. */
export type BettingState = LockedQuotes & {
  settings: SportsbookSettings
  gate: StakeGate
  earlier: EarlierBets
}

/** A bet that the list places. */
export type PlacedBet = Split & {
  id: number
  request: PlaceBet
  quote: Quote
  potentialReturnCents: number
  shown: WireBet
}

/** The answers in the order asked, the bets to write, and what these add to the sums of their outcomes. */
export type DecidedBets = {
  answers: Result<WireBet, PlaceBetRefusal>[]
  placed: readonly PlacedBet[]
  added: Added
}

/** Decides one request after the other; stakes move in the gate's ledger batch, which is still to be posted. */
export function decideBets(requests: readonly DueBet[], state: BettingState): DecidedBets {
  const list: List = { placed: new Map(), added: nothingAdded() }
  const answers = requests.map((request) => decideBet(request, state, list))
  return { answers, placed: [...list.placed.values()], added: list.added }
}

/** What the list has placed so far, by `requestName`, and put on outcomes. */
type List = { placed: Map<string, PlacedBet>; added: Added }

function decideBet(
  request: DueBet,
  state: BettingState,
  { placed, added }: List,
): Result<WireBet, PlaceBetRefusal> {
  const earlier = state.earlier.get(requestName(request)) ?? placed.get(requestName(request))
  if (earlier) return isSameRequest(request, earlier.request) ? ok(earlier.shown) : refuse('request_mismatch')
  const standing = state.quotes.get(request.outcomeId)
  const taken = takeQuote(request, standing && standingWith(standing, added), state.settings)
  if (!taken.ok) return taken
  const { quote, potentialReturnCents } = taken.value
  // The match has kicked off since the bet was looked at: its player asks again, and waits.
  if (!request.hasWaited && betDelay(quote, state.settings) > 0) return refuse('market_closed')
  const admitted = admitStake(state.gate, request)
  if (!admitted.ok) return admitted
  const { playerId, stakeCents } = request
  const id = state.firstBetId + placed.size
  const split = admitted.value
  takeStake(state.gate.batch, { playerId, key: `bet:${id}:stake`, split, to: 'bets_open' })
  countTurnover(state.gate.batch, { playerId, stakedCents: stakeCents })
  const { outcomeId, marketId } = quote
  add(added, { outcomeId, marketId, stakeCents, returnCents: potentialReturnCents })
  const shown = toPlacedWireBet({ id, stakeCents, potentialReturnCents }, quote)
  placed.set(requestName(request), { id, request, quote, ...split, potentialReturnCents, shown })
  return ok(shown)
}

const isSameRequest = (one: BetRequest, other: BetRequest): boolean =>
  one.stakeCents === other.stakeCents &&
  one.outcomeId === other.outcomeId &&
  one.priceMilli === other.priceMilli &&
  one.accept === other.accept

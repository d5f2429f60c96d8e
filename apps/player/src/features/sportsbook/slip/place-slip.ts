import type { Calls } from '@palpite/contract'
import { create } from 'zustand'
import { api } from '../../../shared/api/api.ts'
import { ApiError, isDefinite, refusalCode, serverMessageOf } from '../../../shared/api/api-error.ts'
import { refreshCalls } from '../../../shared/api/use-call.ts'
import { isSlipOpen, openOverlay } from '../../../shared/overlays.ts'
import { go } from '../../../shared/navigation.ts'
import { hrefOf } from '../../../shared/paths.ts'
import { onLogout } from '../../../shared/session.ts'
import { text } from '../../../shared/text/text.ts'
import { toast } from '../../../shared/toasts.ts'
import {
  type CombinedMode,
  type Request,
  change,
  holdLegs,
  removeLegs,
  type SlipLeg,
  useSlip,
} from '../slip-store.ts'
import { dropRequest, keepRequest } from '../slip-changes.ts'
import { atPrice } from './least-price.ts'
import { type BetOffer, boundsIn, isReferable, offerIn, selectionIn } from './refusal-detail.ts'
import { type Places, requestOf } from './request-of.ts'
import type { StakeBounds } from './slip-rules.ts'

export type PlacedBet = Calls['POST /api/app/sportsbook/betPlay']['data']

/** A leg's request state. Undefined: not sent, or done. */
export type RequestState =
  | { kind: 'sending' }
  /** In play, sent by an earlier page: decided after its delay. */
  | { kind: 'waiting' }
  /** For a multiple it may name one selection. */
  | {
      kind: 'refused'
      code: string
      message: string
      outcomeId?: string | undefined
      offer?: BetOffer | undefined
      /** A trader may accept it above the maximum stake. */
      referable?: Omit<Ticket, 'name'> | undefined
    }
  | { kind: 'unanswered' }

type Placing = {
  busy: boolean
  states: Readonly<Record<string, RequestState>>
  bounds: Readonly<Record<string, StakeBounds>>
  /** Bets placed since the slip was last closed, and their legs. */
  receipts: readonly { bet: PlacedBet; legs: readonly SlipLeg[] }[]
}

const nothing: Placing = { busy: false, states: {}, bounds: {}, receipts: [] }

/** Requests in flight. They outlive the sheet: a closed slip reports by toast. */
export const usePlacing = create<Placing>(() => nothing)

// Answers and receipts belong to the player who staked. Requests in flight complete.
onLogout(() => {
  const { states, bounds, receipts } = nothing
  usePlacing.setState({ states, bounds, receipts })
})

/**
 * Sends the bets in one request, each under its own id. An unanswered one is repeated unchanged, so it cannot be
 * placed twice.
 */
export const placeSlip = async (
  wanted: readonly {
    leg: SlipLeg
    unitStakeCents: number
    places?: Places | undefined
    freeBetId?: string
    priceBoostId?: string
  }[],
): Promise<void> => {
  if (usePlacing.getState().busy) return
  usePlacing.setState({ busy: true })
  holdLegs(wanted.map(({ leg }) => leg.outcomeId))
  const { requests } = useSlip.getState()
  const tickets = wanted.map(({ leg, unitStakeCents, ...own }) => ({
    name: leg.outcomeId,
    legs: [leg],
    request:
      requests[leg.outcomeId] ?? requestOf({ legs: [leg], ...own }, unitStakeCents, useSlip.getState()),
  }))
  const [first] = tickets
  if (tickets.length === 1 && first) await send(first)
  else await sendAll(tickets)
  finish()
}

/** Accepts the server's offer in place of the refused bet. */
export const acceptOffer = async (name: string, { request, legs, ...offer }: BetOffer): Promise<void> => {
  if (usePlacing.getState().busy) return
  usePlacing.setState({ busy: true })
  holdLegs([name, ...legs.map(({ outcomeId }) => outcomeId)])
  const { offerId, requestId, unitStakeCents, pricesMilli } = offer
  const taken: Request = {
    ...request,
    requestId,
    unitStakeCents,
    offerId,
    legs: request.legs.map((leg, at) => atPrice(leg, pricesMilli[at] ?? leg.priceMilli)),
  }
  await send({ name, legs, request: taken })
  finish()
}

/** Sends a multiple; repeated unchanged if unanswered. */
export const placeCombined = async (
  name: CombinedMode,
  {
    folds,
    unitStakeCents,
    ...subject
  }: {
    legs: readonly SlipLeg[]
    places?: Places | undefined
    bankers?: ReadonlySet<string> | undefined
    freeBetId?: string
    folds: readonly number[]
    unitStakeCents: number
  },
): Promise<void> => {
  if (usePlacing.getState().busy) return
  usePlacing.setState({ busy: true })
  const { legs } = subject
  holdLegs([name, ...legs.map(({ outcomeId }) => outcomeId)])
  const slip = useSlip.getState()
  const request = slip.requests[name] ?? {
    ...requestOf(subject, unitStakeCents, slip),
    folds: [...folds],
  }
  await send({ name, legs, request })
  finish()
}

/** Ends placing: what the bets changed is loaded again. */
export const finish = (): void => {
  holdLegs([])
  usePlacing.setState({ busy: false })
  void refreshCalls(
    'GET /api/app/user/userInfo',
    'GET /api/app/sportsbook/bets',
    'GET /api/app/sportsbook/freeBets',
    'GET /api/app/sportsbook/boosts',
  )
  notifyWhenHidden()
}

/** Records a request's state. */
export const note = (name: string, state: RequestState): void =>
  usePlacing.setState(({ states }) => ({ states: { ...states, [name]: state } }))

/** A request under its slip key. */
export type Ticket = { name: string; legs: readonly SlipLeg[]; request: Request }

/** Sends one request and records the result. */
const send = async (ticket: Ticket): Promise<void> => {
  const { name, request } = ticket
  keepRequest(name, request)
  note(name, { kind: 'sending' })
  try {
    const bet = await api('POST /api/app/sportsbook/betPlay', { body: request, loading: false, inline: true })
    onPlaced(ticket, bet)
  } catch (error) {
    onFailure(ticket, error)
  }
}

/** Sends several in one request; each is answered separately. */
const sendAll = async (tickets: readonly Ticket[]): Promise<void> => {
  for (const { name, request } of tickets) {
    keepRequest(name, request)
    note(name, { kind: 'sending' })
  }
  try {
    const { answers } = await api(slipCall, {
      body: { tickets: tickets.map(({ request }) => request) },
      loading: false,
      inline: true,
    })
    for (const [at, ticket] of tickets.entries()) {
      const answer = answers[at]
      if (answer?.bet) onPlaced(ticket, answer.bet)
      else onFailure(ticket, errorOf(answer?.refusal))
    }
  } catch (error) {
    for (const ticket of tickets) onFailure(ticket, error)
  }
}

const slipCall = 'POST /api/app/sportsbook/betSlip'
export const refusedHttp = 500

type WireRefusal = Calls[typeof slipCall]['data']['answers'][number]['refusal']

/** One refusal of several, as if sent alone. */
const errorOf = (refusal: WireRefusal | undefined): ApiError =>
  refusal
    ? new ApiError({
        http: refusedHttp,
        path: slipCall,
        status: refusal.status,
        serverMessage: refusal.message,
        data: refusal.data,
      })
    : new ApiError({ http: 0, path: slipCall })

/** An accepted bet: its selections leave the slip. */
export const onPlaced = ({ name, legs }: Pick<Ticket, 'name' | 'legs'>, bet: PlacedBet): void => {
  dropRequest(name)
  forget(name)
  removeLegs([name, ...legs.map(({ outcomeId }) => outcomeId)])
  usePlacing.setState(({ receipts }) => ({ receipts: [...receipts, { bet, legs }] }))
}

/** A request without an answer, or refused. */
export const onFailure = (ticket: Ticket, error: unknown): void => {
  const { name } = ticket
  if (!isDefinite(error)) return note(name, { kind: 'unanswered' })
  dropRequest(name)
  onRefusal(ticket, error)
}

/** A refusal: reason, selection, and offer. */
export const onRefusal = ({ name, request, legs }: Ticket, error: unknown): void => {
  const code = refusalCode(error) ?? 'logged_out'
  note(name, {
    kind: 'refused',
    code,
    message: serverMessageOf(error),
    outcomeId: selectionIn(error, request, legs),
    offer: offerIn(error, request, legs),
    referable: isReferable(error) ? { request, legs } : undefined,
  })
  const bounds = boundsIn(error)
  if (bounds) {
    usePlacing.setState((state) => ({
      bounds: { ...state.bounds, [name]: { ...state.bounds[name], ...bounds } },
    }))
  }
  // Price or market state differ from the slip: reload the match.
  void refreshCalls('GET /api/app/sportsbook/fixture/:fixtureId')
}

/**
 * Clears a leg's message: the player changed it, or it is done. Known bounds stay, and selections sent as singles stay
 * singles: they never become a parlay under the finger.
 */
export const forget = (outcomeId: string): void => {
  const { legs, mode } = useSlip.getState()
  const wasAlone =
    outcomeId in usePlacing.getState().states && legs.some((leg) => leg.outcomeId === outcomeId)
  if (wasAlone && mode === undefined) change({ mode: 'singles' })
  usePlacing.setState(({ states }) => {
    const { [outcomeId]: _, ...others } = states
    return { states: others }
  })
}

/** Clears the receipts. */
export const clearReceipts = (): void => usePlacing.setState({ receipts: [] })

/** With the slip hidden, nobody saw the answer. */
const notifyWhenHidden = (): void => {
  if (isSlipOpen() || document.querySelector('[data-slip-dock]')) return
  const { receipts, states } = usePlacing.getState()
  if (receipts.length > 0) {
    clearReceipts()
    return toast(text('sportsbook.placed.toast', { count: receipts.length }), {
      icon: 'check-circle-fill',
      action: { label: text('sportsbook.placed.see'), onPress: () => go(hrefOf('registros')) },
    })
  }
  const refused = Object.values(states).find((state) => state.kind === 'refused')
  if (refused) {
    return toast(`${text('sportsbook.stake.refused')} ${refused.message}`.trim(), {
      icon: 'warning-fill',
      action: { label: text('sportsbook.slip.open'), onPress: () => openOverlay('slip') },
    })
  }
  if (!Object.values(states).some(({ kind }) => kind === 'unanswered')) return
  toast(text('sportsbook.placed.unanswered'), {
    icon: 'warning-fill',
    action: { label: text('sportsbook.placed.check'), onPress: () => openOverlay('slip') },
  })
}

import {
  type AutoCount,
  type AutoPlan,
  countAfter,
  type EndByPlan,
  endOf,
  noRaises,
  stakeAt,
} from './auto-plan.ts'

/** Why automatic play ended: its plan, the player, a failed call, or a hidden page. */
export type AutoEnd = EndByPlan | 'player' | 'failed' | 'hidden'

/** Automatic play: at most one round is in flight, and it always completes. */
export type AutoState =
  | { status: 'idle' }
  | {
      status: 'running'
      plan: AutoPlan
      count: AutoCount
      inFlight: boolean
      /** Why it ends after the round in flight. */
      ending: AutoEnd | undefined
    }
  | { status: 'ended'; plan: AutoPlan; count: AutoCount; why: AutoEnd; refused?: Refused }

/** The server's message for the refused round, and whether the player's own limit caused it. */
export type Refused = { reason: string; leadsToLimits: boolean }

export type AutoEvent =
  | { type: 'begun'; plan: AutoPlan; balanceCents: number }
  | { type: 'sent' }
  | { type: 'played'; stakeCents: number; payoutCents: number; balanceCents: number }
  | ({ type: 'failed' } & Refused)
  | { type: 'stopped'; why: 'player' | 'hidden' }
  | { type: 'closed' }

export const idle: AutoState = { status: 'idle' }

/** The next state after an event. Events impossible in a state change nothing. */
export const autoReducer = (state: AutoState, event: AutoEvent): AutoState => {
  if (event.type === 'begun') {
    if (state.status === 'running') return state
    const count = { played: 0, netCents: 0, balanceCents: event.balanceCents, raises: noRaises }
    return between({ status: 'running', plan: event.plan, count, inFlight: false, ending: undefined })
  }
  if (event.type === 'closed') return state.status === 'ended' ? idle : state
  if (state.status !== 'running') return state
  switch (event.type) {
    case 'sent':
      return { ...state, inFlight: true }
    case 'played': {
      if (!state.inFlight) return state
      const count = { ...countAfter(state.plan, state.count, event), balanceCents: event.balanceCents }
      return between({ ...state, count, inFlight: false })
    }
    case 'failed':
      return {
        ...ended(state, 'failed'),
        refused: { reason: event.reason, leadsToLimits: event.leadsToLimits },
      }
    case 'stopped':
      return state.inFlight ? { ...state, ending: state.ending ?? event.why } : ended(state, event.why)
  }
}

type Running = Extract<AutoState, { status: 'running' }>

const ended = ({ plan, count }: Running, why: AutoEnd) =>
  ({ status: 'ended', plan, count, why }) as const satisfies AutoState

/** Between two rounds: continues or ends. */
const between = (state: Running): AutoState => {
  const why = endOf(state.plan, state.count) ?? state.ending
  return why === undefined ? state : ended(state, why)
}

/** The stake of the round to start now; undefined while one is in flight or none follows. */
export const stakeToPlay = (state: AutoState): number | undefined =>
  state.status === 'running' && !state.inFlight ? stakeAt(state.plan, state.count.raises) : undefined

import { cents, type Cents } from '@palpite/money'
import { checkCrashTarget, crashPayoutCents, type CrashRefusal } from './crash.ts'
import type { Multiplier } from './multiplier.ts'
import { checkStake, type StakeRefusal } from './stake.ts'

/** A player's stake in a crash round: cashed out by hand, automatically at a multiplier, or not at all. */
export type CrashTicket = {
  readonly ticket: string
  readonly stakeCents: Cents
  readonly autoAt?: Multiplier
  readonly cashedOutAt?: Multiplier
}

/** A crash round for the house: the curve's end is fixed before the start. */
export type CrashRound = {
  readonly point: Multiplier
  readonly status: 'open' | 'running' | 'ended'
  readonly tickets: readonly CrashTicket[]
}

/** The public view: the curve's end only once reached. */
export type CrashView = {
  readonly status: 'open' | 'running' | 'ended'
  readonly tickets: readonly Omit<CrashTicket, 'autoAt'>[]
  readonly point?: Multiplier
}

export type CrashRoundRefusal =
  | CrashRefusal
  | StakeRefusal
  | 'betting_closed'
  | 'ticket_taken'
  | 'not_open'
  | 'not_running'
  | 'no_such_ticket'
  | 'already_cashed_out'
  | 'curve_ended'

type Moved =
  | { readonly ok: true; readonly round: CrashRound }
  | { readonly ok: false; readonly reason: CrashRoundRefusal }

const refuse = (reason: CrashRoundRefusal): Moved => ({ ok: false, reason })

/** A new round whose curve will end at this point. Asserts: whole hundredths, 1.00 or more. */
export const openCrashRound = (point: Multiplier): CrashRound => {
  if (!Number.isSafeInteger(point) || point < 100)
    throw new Error(`not a curve: point_out_of_range, ${point}`)
  return { point, status: 'open', tickets: [] }
}

/** Takes a stake while the round is open. */
export const joinCrash = (round: CrashRound, ticket: Omit<CrashTicket, 'cashedOutAt'>): Moved => {
  if (round.status !== 'open') return refuse('betting_closed')
  const stakeRefusal = checkStake(ticket.stakeCents)
  if (stakeRefusal) return refuse(stakeRefusal)
  if (round.tickets.some((one) => one.ticket === ticket.ticket)) return refuse('ticket_taken')
  const refusal = ticket.autoAt === undefined ? undefined : checkCrashTarget(ticket.autoAt)
  return refusal ? refuse(refusal) : { ok: true, round: { ...round, tickets: [...round.tickets, ticket] } }
}

/** Starts the curve. */
export const startCrash = (round: CrashRound): Moved =>
  round.status === 'open' ? { ok: true, round: { ...round, status: 'running' } } : refuse('not_open')

/**
 * Cashes a ticket out at the shown multiplier. One the curve never reaches is refused: the message came too late. A
 * passed automatic cash-out counts at its own multiplier.
 */
export const cashOutCrash = (round: CrashRound, name: string, at: Multiplier): Moved => {
  if (round.status !== 'running') return refuse('not_running')
  const found = round.tickets.find(({ ticket }) => ticket === name)
  if (!found) return refuse('no_such_ticket')
  if (found.cashedOutAt !== undefined) return refuse('already_cashed_out')
  if (!Number.isSafeInteger(at) || at < 100) return refuse('target_not_whole')
  if (at > round.point) return refuse('curve_ended')
  const cashedOutAt = Math.min(at, found.autoAt ?? at)
  return { ok: true, round: withTicket(round, { ...found, cashedOutAt }) }
}

const withTicket = (round: CrashRound, changed: CrashTicket): CrashRound => ({
  ...round,
  tickets: round.tickets.map((one) => (one.ticket === changed.ticket ? changed : one)),
})

/** Ends the curve: reached automatic cash-outs are paid, all others have lost. */
export const endCrash = (round: CrashRound): Moved => {
  if (round.status !== 'running') return refuse('not_running')
  const tickets = round.tickets.map((one) =>
    one.cashedOutAt === undefined && one.autoAt !== undefined && one.autoAt <= round.point
      ? { ...one, cashedOutAt: one.autoAt }
      : one,
  )
  return { ok: true, round: { ...round, status: 'ended', tickets } }
}

/** A ticket's return: its stake times its cash-out multiplier, or nothing. */
export const crashTicketPayoutCents = (round: CrashRound, { stakeCents, cashedOutAt }: CrashTicket): Cents =>
  cashedOutAt === undefined ? cents(0) : crashPayoutCents(stakeCents, cashedOutAt, round.point)

/** The public view of a round: other players' automatic cash-outs are hidden. */
export const crashView = ({ status, tickets, point }: CrashRound): CrashView => {
  const shown = tickets.map(({ ticket, stakeCents, cashedOutAt }) =>
    cashedOutAt === undefined ? { ticket, stakeCents } : { ticket, stakeCents, cashedOutAt },
  )
  return status === 'ended' ? { status, tickets: shown, point } : { status, tickets: shown }
}

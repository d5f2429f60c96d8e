import type { NeededPermission } from '@palpite/contract/backoffice'

/**
 * The player that a session token belongs to. `isTest`: the test account, which strangers use together; `owesTerms`: terms changed,
 * and the player has not said yes to those in force.
 */
export type PlayerSession = { playerId: number; sessionId: number; isTest: boolean; owesTerms?: boolean }

/** The operator that a session token belongs to, and what may be done with it now. */
export type OperatorSession = {
  operatorId: number
  sessionId: number
  permissions: ReadonlySet<NeededPermission>
}

/**
 * Who makes a call. Each kind has an API of its own, and what one kind proves itself with is worth nothing at
 * another's: a visitor nothing, a player and an operator a session token of their own table, a service its signature.
 */
export type Caller =
  | { kind: 'visitor' }
  | ({ kind: 'player' } & PlayerSession)
  | ({ kind: 'operator' } & OperatorSession)
  | { kind: 'service'; name: 'bank' }

export type CallerOf<K extends Caller['kind']> = Extract<Caller, { kind: K }>

export const visitor: CallerOf<'visitor'> = { kind: 'visitor' }

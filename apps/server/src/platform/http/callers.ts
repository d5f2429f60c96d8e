import type { NeededPermission } from '@palpite/contract/backoffice'

/**
 * The player of a session token. `isTest`: the public test account; `owesTerms`: terms changed and the player has not
 * accepted the current ones.
 */
export type PlayerSession = { playerId: number; sessionId: number; isTest: boolean; owesTerms?: boolean }

/** The operator of a session token, and the current permissions. */
export type OperatorSession = {
  operatorId: number
  sessionId: number
  permissions: ReadonlySet<NeededPermission>
}

/**
 * The caller. Each kind has its own API, and credentials of one kind are invalid at another's: a visitor has none, a
 * player and an operator a session token of their own table, a service its signature.
 */
export type Caller =
  | { kind: 'visitor' }
  | ({ kind: 'player' } & PlayerSession)
  | ({ kind: 'operator' } & OperatorSession)
  | { kind: 'service'; name: 'bank' }

export type CallerOf<K extends Caller['kind']> = Extract<Caller, { kind: K }>

export const visitor: CallerOf<'visitor'> = { kind: 'visitor' }

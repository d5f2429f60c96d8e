import type { Rate } from '../settings.ts'

/** Numbers of operators' sessions and passwords. Not to be set by operators: they bound what those can do. */
export type OperatorSettings = {
  /** A session unused for so long is over. */
  idleSeconds: number
  /** And after so long in any case. */
  longestSeconds: number
  passwordMinLength: number
  /** Random bytes of a one-time password. */
  oneTimePasswordBytes: number
  /** A one-time password that was not changed is no password after this time: it may lie in a mailbox. */
  oneTimePasswordSeconds: number
  throttles: Record<OperatorThrottle, Rate>
}

export type OperatorThrottle =
  | 'operator-network'
  | 'operator-account'
  | 'operator-account-network'
  | 'operator-password'

const MINUTE = 60
const HOUR = 60 * MINUTE

export const operatorSettings: OperatorSettings = {
  idleSeconds: 30 * MINUTE,
  longestSeconds: 12 * HOUR,
  passwordMinLength: 12,
  oneTimePasswordBytes: 15,
  oneTimePasswordSeconds: 72 * HOUR,
  throttles: {
    'operator-network': { max: 30, seconds: 10 * MINUTE },
    // From all networks together: who keeps guessing can lock an operator out for the hour, but guesses little.
    'operator-account': { max: 100, seconds: HOUR },
    'operator-account-network': { max: 5, seconds: 15 * MINUTE },
    'operator-password': { max: 5, seconds: 15 * MINUTE },
  },
}

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
  /** One who asks for another's second factor to be forgotten waits so long for a second one. */
  factorResetSeconds: number
  /** One who asks for another to get what two grant waits so long for a second one. */
  roleRequestSeconds: number
  /** Passwords that are worked out at once and that wait for it, apart from those of players: neither crowd holds up the other. */
  turns: { atOnce: number; waiting: number }
  /** An operator has so many passkeys; what one is to sign is good for so long. */
  passkey: { max: number; liveSeconds: number }
  /** A device that an operator signed in on is known for so long, and so many of one operator are. */
  knownDeviceSeconds: number
  maxKnownDevices: number
  throttles: Record<OperatorThrottle, Rate>
}

export type OperatorThrottle =
  | 'operator-network'
  | 'operator-account'
  | 'operator-account-network'
  | 'operator-device'
  | 'operator-password'
  | 'operator-code'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const operatorSettings: OperatorSettings = {
  idleSeconds: 30 * MINUTE,
  longestSeconds: 12 * HOUR,
  passwordMinLength: 12,
  oneTimePasswordBytes: 15,
  oneTimePasswordSeconds: 72 * HOUR,
  factorResetSeconds: 24 * HOUR,
  roleRequestSeconds: 24 * HOUR,
  // One thread of the pool's four. A verification takes some 15 ms: who is the last to wait waits less than a second.
  turns: { atOnce: 1, waiting: 40 },
  passkey: { max: 10, liveSeconds: 5 * MINUTE },
  knownDeviceSeconds: 90 * DAY,
  maxKnownDevices: 10,
  throttles: {
    'operator-network': { max: 30, seconds: 10 * MINUTE },
    // From all networks together: who keeps guessing locks an operator out of devices that are not known, but guesses little.
    'operator-account': { max: 100, seconds: HOUR },
    'operator-account-network': { max: 5, seconds: 15 * MINUTE },
    // From a device that the operator signed in on before, and from nowhere else.
    'operator-device': { max: 10, seconds: 15 * MINUTE },
    'operator-password': { max: 5, seconds: 15 * MINUTE },
    // Of a million codes three are right at a time: five tries in a quarter of an hour guess none.
    'operator-code': { max: 5, seconds: 15 * MINUTE },
  },
}

import * as z from 'zod'
import type { Config } from '../platform/config.ts'
import { defineSettings } from '../platform/settings.ts'

/** So many in so long. */
export type Rate = { max: number; seconds: number }

/** Numbers of this module; an operator may set others. */
export type IdentitySettings = {
  password: {
    minLength: number
    /** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
    memoryKib: number
    passes: number
    lanes: number
    /** How many are worked out at once: the rest of the server keeps a core. */
    atOnce: number
    /** How many may wait for their turn before the server says so. */
    waiting: number
  }
  invitationCodeLength: number
  session: {
    /** A session unused for so long is over. */
    idleSeconds: number
    /** And after so long in any case. */
    longestSeconds: number
    /** How long the second factor counts that it was opened with; null: as long as the session. */
    factorSeconds: number | null
    /** Open sessions of one player; one more ends the oldest. */
    maxOpen: number
    /** The password given again counts for so long. */
    verifiedSeconds: number
    /** How often `last seen` is written, away from the path of the requests. */
    seenEveryMs: number
    /** Sessions that a server caches, and for how long before it reads one again. */
    cache: { max: number; forMs: number }
  }
  captcha: { length: number; liveSeconds: number; drawn: Rate }
  reset: {
    codeDigits: number
    codeSeconds: number
    codeTries: number
    chkSeconds: number
    mailTries: number
    mailRetrySeconds: number
    /** Rows are kept so long after they were asked for. */
    keepSeconds: number
  }
  /** A sign-in link is good for so long. */
  link: { liveSeconds: number }
  /** Passkeys that a player may have; how long a challenge may be answered, and how many an address may ask for. */
  passkey: { max: number; liveSeconds: number; asked: Rate }
  /**
   * A sign-in waits so long and for so many wrong codes; a player has so many recovery codes; a device that its player trusts is
   * not asked for so long. `freshDays`: for so long a password that is set by mail takes a second factor away. Given again
   * within a session it counts for `provedSeconds`.
   */
  secondFactor: {
    ticketSeconds: number
    ticketTries: number
    recoveryCodes: number
    trustSeconds: number
    freshDays: number
    provedSeconds: number
  }
  /** Sign-ins that a player is shown, and how long they are kept. */
  signIns: { shown: number; keepSeconds: number }
  /** A proof of work: zero bits that its hash begins with, and how long a challenge may be met. */
  proof: { bits: number; liveSeconds: number }
  throttles: Record<ThrottleName, Rate>
  /** A payee that was confirmed by a mailed code may be paid out to for so long. */
  payeeConfirmedSeconds: number
  /** Whose e-mail somebody tries to register with is told so at most once in so long. */
  takenNoticeSeconds: number
  testAccount: { email: string; password: string }
  /** A network that a player signed in from is known for so long, and a device too. */
  knownNetworkSeconds: number
  /** Devices of one player that are known; one more and the one not seen for longest is not. */
  maxKnownDevices: number
}

export type ThrottleName =
  | 'login'
  | 'login-network'
  | 'login-account'
  | 'login-account-known'
  | 'login-device'
  | 'login-account-network'
  | 'register'
  | 'register-network'
  | 'register-taken'
  | 'register-taken-by-proof'
  | 'kyc-network'
  | 'reset-mail'
  | 'reset-mail-email'
  | 'reset-mail-email-network'
  | 'reset-mail-network'
  | 'reset-mail-device'
  | 'reset-code-email'
  | 'reset-code-email-known'
  | 'reset-code-network'
  | 'reset-code-device'
  | 'new-password'
  | 'new-password-network'
  | 'change-password'
  | 'email-change'
  | 'verify-password'
  | 'payee-code'
  | 'second-factor'
  | 'second-factor-device'
  | 'change-factor'
  | 'change-factor-player'
  | 'country-code'
  | 'country-code-device'

const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export const identitySettings: IdentitySettings = {
  password: { minLength: 8, memoryKib: 19_456, passes: 2, lanes: 1, atOnce: 2, waiting: 400 },
  invitationCodeLength: 8,
  session: {
    idleSeconds: 30 * DAY,
    longestSeconds: 180 * DAY,
    factorSeconds: null,
    maxOpen: 20,
    verifiedSeconds: 5 * MINUTE,
    seenEveryMs: 60_000,
    cache: { max: 50_000, forMs: 30_000 },
  },
  captcha: { length: 5, liveSeconds: 2 * MINUTE, drawn: { max: 120, seconds: MINUTE } },
  reset: {
    codeDigits: 6,
    codeSeconds: 10 * MINUTE,
    codeTries: 5,
    chkSeconds: 10 * MINUTE,
    mailTries: 5,
    mailRetrySeconds: MINUTE,
    keepSeconds: DAY,
  },
  link: { liveSeconds: 10 * MINUTE },
  passkey: { max: 10, liveSeconds: 5 * MINUTE, asked: { max: 120, seconds: MINUTE } },
  secondFactor: {
    ticketSeconds: 10 * MINUTE,
    ticketTries: 5,
    recoveryCodes: 10,
    trustSeconds: 30 * DAY,
    freshDays: 7,
    provedSeconds: 5 * MINUTE,
  },
  signIns: { shown: 30, keepSeconds: 180 * DAY },
  // A third of a second on a desktop, a second or two on a cheap phone: nothing once, much by the thousand.
  proof: { bits: 17, liveSeconds: 5 * MINUTE },
  throttles: {
    // Of logins only failures stay counted. A network is a /24, behind which a mobile carrier may put thousands: past
    // these three a proof of work is asked for, and a device that signed in before passes.
    login: { max: 3000, seconds: MINUTE },
    'login-network': { max: 60, seconds: 10 * MINUTE },
    'login-account-network': { max: 5, seconds: 15 * MINUTE },
    // Guesses at one account however many networks they come from; no proof passes these.
    'login-account': { max: 20, seconds: 15 * MINUTE },
    'login-account-known': { max: 20, seconds: 15 * MINUTE },
    'login-device': { max: 10, seconds: 15 * MINUTE },
    register: { max: 600, seconds: MINUTE },
    'register-network': { max: 300, seconds: HOUR },
    // Taken e-mails that one network may meet: a registration has to tell. Past them each costs a proof of work, and
    // past those there are none: a day of captchas and proofs has found so many e-mails and no more.
    'register-taken': { max: 20, seconds: HOUR },
    'register-taken-by-proof': { max: 200, seconds: DAY },
    // Who is identified there learns whether the register names that CPF. An account names one for good: as many as may register.
    'kyc-network': { max: 300, seconds: HOUR },
    // Few from one network; in all more, so that a stranger cannot use up the codes of a player.
    'reset-mail-email-network': { max: 5, seconds: DAY },
    'reset-mail-email': { max: 30, seconds: DAY },
    'reset-mail-network': { max: 60, seconds: HOUR },
    // A device that somebody signed in on, where its network has no room left: strangers behind the same carrier use none of it.
    'reset-mail-device': { max: 5, seconds: DAY },
    // Codes for strangers to the account, in all: past them only networks that a player signed in from are mailed to.
    'reset-mail': { max: 600, seconds: MINUTE },
    // Guesses of strangers, from networks and on devices the player signed in from: none can use up another's.
    'reset-code-email': { max: 15, seconds: DAY },
    'reset-code-email-known': { max: 15, seconds: DAY },
    'reset-code-network': { max: 30, seconds: HOUR },
    'reset-code-device': { max: 15, seconds: DAY },
    // Of ids that are nobody's. One that a code was exchanged for is not held up by them, and is worth a few tries itself.
    'new-password-network': { max: 20, seconds: HOUR },
    'new-password': { max: 5, seconds: 10 * MINUTE },
    'change-password': { max: 5, seconds: 15 * MINUTE },
    // Codes for another e-mail: with five guesses each, a thief who has the password guesses none.
    'email-change': { max: 5, seconds: DAY },
    'verify-password': { max: 5, seconds: 15 * MINUTE },
    // With five guesses each: a thief who has session and password guesses none, and a player may mistype a few keys.
    'payee-code': { max: 10, seconds: DAY },
    // Codes of a player on devices that are not known: three of a million are good at a time, so that who has the password
    // guesses one in some 16,000 days. On a known device they are counted apart: nobody else uses those up.
    'second-factor': { max: 20, seconds: DAY },
    'second-factor-device': { max: 10, seconds: 15 * MINUTE },
    'change-factor': { max: 5, seconds: 15 * MINUTE },
    // Of all sessions together: whoever has the password opens one after the other.
    'change-factor-player': { max: 20, seconds: DAY },
    // Codes for a sign-in from a new country: their guesses are counted as those of a second factor.
    'country-code': { max: 10, seconds: DAY },
    'country-code-device': { max: 10, seconds: DAY },
  },
  testAccount: { email: 'teste@palpite.example', password: 'palpite-de-teste' },
  knownNetworkSeconds: 90 * DAY,
  payeeConfirmedSeconds: 30 * MINUTE,
  takenNoticeSeconds: DAY,
  maxKnownDevices: 20,
}

/** Beside a sandbox all players are tests, and hundreds of them register from one address within minutes. */
const sandboxSettings: IdentitySettings = {
  ...identitySettings,
  captcha: { ...identitySettings.captcha, drawn: { max: 60_000, seconds: MINUTE } },
  passkey: { ...identitySettings.passkey, asked: { max: 60_000, seconds: MINUTE } },
  throttles: {
    ...identitySettings.throttles,
    register: { max: 60_000, seconds: MINUTE },
    'register-network': { max: 1_000_000, seconds: HOUR },
    'register-taken': { max: 1_000_000, seconds: HOUR },
    'kyc-network': { max: 1_000_000, seconds: HOUR },
  },
}

/** The settings of this server: in production always the same, beside a sandbox with room to register. */
export const identitySettingsFor = ({
  NODE_ENV,
  SANDBOX_URL,
}: Pick<Config, 'NODE_ENV' | 'SANDBOX_URL'>): IdentitySettings =>
  SANDBOX_URL !== undefined && NODE_ENV !== 'production' ? sandboxSettings : identitySettings

/** What operators may set of these, from the next start of a server on. */
export const identitySettingsDefinition = defineSettings(
  { module: 'identity', takesEffect: 'at_start', defaults: identitySettings },
  {
    invitationCodeLength: z.int().min(6).max(16),
    knownNetworkSeconds: z
      .int()
      .min(DAY)
      .max(365 * DAY),
  },
)

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

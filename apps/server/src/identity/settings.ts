import * as z from 'zod'
import type { Config } from '../platform/config.ts'
import { defineSettings } from '../platform/settings.ts'

/** A maximum per time window. */
export type Rate = { max: number; seconds: number }

/** Settings of this module; operators may change some. */
export type IdentitySettings = {
  password: {
    minLength: number
    /** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
    memoryKib: number
    passes: number
    lanes: number
    /** Parallel computations: the rest of the server keeps a core. */
    atOnce: number
    /** Queue length before the server answers busy. */
    waiting: number
    /** Queue length from which a sign-in of an unknown client needs a proof of work. With it, it waits only behind known devices and other proofs. */
    crowdedAt: number
  }
  invitationCodeLength: number
  session: {
    /** Idle time after which a session ends. */
    idleSeconds: number
    /** Its maximum age. */
    longestSeconds: number
    /** How long its second factor counts; null: as long as the session. */
    factorSeconds: number | null
    /** Open sessions per player; one more ends the oldest. */
    maxOpen: number
    /** How long a repeated password counts. */
    verifiedSeconds: number
    /** How often `last seen` is written, apart from the requests. */
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
    /** Rows are kept this long after the request. */
    keepSeconds: number
  }
  /** Lifetime of a sign-in link. */
  link: { liveSeconds: number }
  /** Passkeys per player, lifetime of a challenge, and challenges per address. */
  passkey: { max: number; liveSeconds: number; asked: Rate }
  /**
   * How long and for how many wrong codes a sign-in waits; how many recovery codes a player has; how long a device is
   * trusted. `freshDays`: how recent a second factor must be for a password reset by mail to remove it. Repeated
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
  /** Sign-ins shown to a player, and how long they are kept. */
  signIns: { shown: number; keepSeconds: number }
  /** A proof of work: required leading zero bits, and the lifetime of a challenge. */
  proof: { bits: number; liveSeconds: number }
  throttles: Record<ThrottleName, Rate>
  /** How long a payee confirmed by mail may be paid. */
  payeeConfirmedSeconds: number
  /** Minimum time between notices to the owner of a taken e-mail. */
  takenNoticeSeconds: number
  testAccount: { email: string; password: string }
  /** How long a network or device a player signed in from stays known. */
  knownNetworkSeconds: number
  /** Known devices per player; beyond it the longest unseen is forgotten. */
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
  password: { minLength: 8, memoryKib: 19_456, passes: 2, lanes: 1, atOnce: 2, waiting: 400, crowdedAt: 100 },
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
  // A third of a second on a desktop, a second or two on a cheap phone: negligible once, expensive by the thousand.
  proof: { bits: 17, liveSeconds: 5 * MINUTE },
  throttles: {
    // Only failed logins stay counted. A network is a /24, behind which a mobile carrier may put thousands: past
    // these three a proof of work is required, and a known device passes.
    login: { max: 3000, seconds: MINUTE },
    'login-network': { max: 60, seconds: 10 * MINUTE },
    'login-account-network': { max: 5, seconds: 15 * MINUTE },
    // Guesses at one account over all networks; no proof bypasses these.
    'login-account': { max: 20, seconds: 15 * MINUTE },
    'login-account-known': { max: 20, seconds: 15 * MINUTE },
    'login-device': { max: 10, seconds: 15 * MINUTE },
    register: { max: 600, seconds: MINUTE },
    'register-network': { max: 300, seconds: HOUR },
    // Taken e-mails one network may find: a registration has to reveal them. Past this each costs a proof of work,
    // and past the next limit there are none: a day of captchas and proofs finds this many e-mails and no more.
    'register-taken': { max: 20, seconds: HOUR },
    'register-taken-by-proof': { max: 200, seconds: DAY },
    // An identification reveals whether the register confirms that name and CPF. An account keeps its CPF for
    // good, so a network may identify as many players as it may register.
    'kyc-network': { max: 300, seconds: HOUR },
    // Few for one e-mail from one network; more from all networks, so that an attacker cannot use up a
    // player's codes.
    'reset-mail-email-network': { max: 5, seconds: DAY },
    'reset-mail-email': { max: 30, seconds: DAY },
    'reset-mail-network': { max: 60, seconds: HOUR },
    // For a known device when its network is over the limit: attackers behind the same carrier do not use it up.
    'reset-mail-device': { max: 5, seconds: DAY },
    // Codes for unknown sources, in all: past this only networks that a player signed in from are mailed to.
    'reset-mail': { max: 600, seconds: MINUTE },
    // Guesses from unknown sources, known networks and known devices: none can use up another's.
    'reset-code-email': { max: 15, seconds: DAY },
    'reset-code-email-known': { max: 15, seconds: DAY },
    'reset-code-network': { max: 30, seconds: HOUR },
    'reset-code-device': { max: 15, seconds: DAY },
    // For unknown ids. An id exchanged for a code is not delayed by them, and has a few tries of its own.
    'new-password-network': { max: 20, seconds: HOUR },
    'new-password': { max: 5, seconds: 10 * MINUTE },
    'change-password': { max: 5, seconds: 15 * MINUTE },
    // Codes for another e-mail: with five guesses each, a thief with the password guesses none.
    'email-change': { max: 5, seconds: DAY },
    'verify-password': { max: 5, seconds: 15 * MINUTE },
    // With five guesses each: a thief with session and password guesses none, and a player may mistype a few keys.
    'payee-code': { max: 10, seconds: DAY },
    // Codes of a player on unknown devices: three of a million are valid at a time, so that a holder of the password
    // guesses one in about 16,000 days. Known devices are counted separately, so that nobody else uses those up.
    'second-factor': { max: 20, seconds: DAY },
    'second-factor-device': { max: 10, seconds: 15 * MINUTE },
    'change-factor': { max: 5, seconds: 15 * MINUTE },
    // Over all sessions: a holder of the password can open one after the other.
    'change-factor-player': { max: 20, seconds: DAY },
    // Codes for a sign-in from a new country: guesses are counted as those of a second factor.
    'country-code': { max: 10, seconds: DAY },
    'country-code-device': { max: 10, seconds: DAY },
  },
  testAccount: { email: 'teste@palpite.example', password: 'palpite-de-teste' },
  knownNetworkSeconds: 90 * DAY,
  payeeConfirmedSeconds: 30 * MINUTE,
  takenNoticeSeconds: DAY,
  maxKnownDevices: 20,
}

/** Beside a sandbox all players are tests, and hundreds register from one address within minutes. */
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

/**
 * The settings of this server: in production always those above; beside a sandbox with higher limits on
 * registrations, identifications, captchas and passkey challenges.
 */
export const identitySettingsFor = ({
  NODE_ENV,
  SANDBOX_URL,
}: Pick<Config, 'NODE_ENV' | 'SANDBOX_URL'>): IdentitySettings =>
  SANDBOX_URL !== undefined && NODE_ENV !== 'production' ? sandboxSettings : identitySettings

/** The settings operators may change, effective from a server's next start. */
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

/** Settings of operators' sessions and passwords. Operators cannot change them: they limit operators. */
export type OperatorSettings = {
  /** Idle time after which a session ends. */
  idleSeconds: number
  /** Its maximum age. */
  longestSeconds: number
  passwordMinLength: number
  /** Random bytes of a one-time password. */
  oneTimePasswordBytes: number
  /** Lifetime of an unchanged one-time password: it may sit in a mailbox. */
  oneTimePasswordSeconds: number
  /** How long a request to reset another's second factor waits for a second operator. */
  factorResetSeconds: number
  /** How long a request for permissions that need two waits for a second operator. */
  roleRequestSeconds: number
  /** Parallel verifications and queue length, separate from players': neither crowd delays the other. */
  turns: { atOnce: number; waiting: number }
  /** Passkeys per operator, and the lifetime of a challenge. */
  passkey: { max: number; liveSeconds: number }
  /** How long a device stays known, and how many per operator. */
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
  // One of the pool's four threads. A verification takes about 15 ms: the last in the queue waits less than a second.
  turns: { atOnce: 1, waiting: 40 },
  passkey: { max: 10, liveSeconds: 5 * MINUTE },
  knownDeviceSeconds: 90 * DAY,
  maxKnownDevices: 10,
  throttles: {
    'operator-network': { max: 30, seconds: 10 * MINUTE },
    // Over all networks: sustained guessing locks an operator out of unknown devices, but guesses little.
    'operator-account': { max: 100, seconds: HOUR },
    'operator-account-network': { max: 5, seconds: 15 * MINUTE },
    // From a known device of the operator only.
    'operator-device': { max: 10, seconds: 15 * MINUTE },
    'operator-password': { max: 5, seconds: 15 * MINUTE },
    // Of a million codes three are valid at a time: five tries in a quarter of an hour guess none.
    'operator-code': { max: 5, seconds: 15 * MINUTE },
  },
}

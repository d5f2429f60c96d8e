import { batches } from '../platform/batches.ts'
import type { House } from '../platform/house.ts'
import type { Caller, Door } from '../platform/http/serve.ts'
import { ok, type Result } from '../platform/result.ts'
import { type Job, schedule } from '../platform/schedule.ts'
import { openCaptchas } from './captcha/captchas.ts'
import { openPasswords, type Passwords } from './passwords/passwords.ts'
import { registerPlayers as registerAll, type RegisterPlayer } from './players/register-players.ts'
import { mailCodes } from './reset/mail-codes.ts'
import { openMail, type SendMail } from './reset/send-mail.ts'
import type { Room } from './room.ts'
import { identityRoutes, type Readers } from './routes.ts'
import { authenticate as authenticateAll } from './sessions/authenticate.ts'
import { openSessions as openAll, type OpenSession } from './sessions/open-sessions.ts'
import { endSessionsOf } from './sessions/end-sessions.ts'
import { openKnownSessions } from './sessions/known-sessions.ts'
import { openSeenSessions } from './sessions/seen-sessions.ts'
import { identitySettings, identitySettingsFor, type IdentitySettings } from './settings.ts'
import { sweepDays, sweepMinutes } from './sweep.ts'
import { openThrottles } from './throttles/throttles.ts'

export { readInvited, readPlayers } from './players/read-players.ts'
export { recordKyc } from './players/record-kyc.ts'
export type { RegisterPlayer } from './players/register-players.ts'
export { seedTestAccount } from './players/seed-test-account.ts'
export type { OpenSession } from './sessions/open-sessions.ts'
export type { IdentitySettings } from './settings.ts'
export type { Invited, PlayerLevel, PlayerMoney } from './user-info.ts'

type Needs = Pick<Readers, 'readMoney'> &
  Partial<Omit<Readers, 'readMoney'>> & {
    settings?: Partial<IdentitySettings>
    /** How long sessions live, where the compliance policy says so. */
    sessionTimes?: { idleSeconds: number; longestSeconds: number }
    /** What the compliance policy says to a registration. */
    mayRegister?: () => Result<unknown, 'blocked_by_policy'>
    /** For tests: the mail server is outside. */
    sendMail?: SendMail
    passwords?: Passwords
  }

const SWEEP_MINUTES_EVERY_MS = 60_000
const SWEEP_DAYS_EVERY_MS = 60 * 60_000
const MAIL_EVERY_MS = 5_000
/** Sessions are only read: two lists at once keep a slow one from holding the next. */
const READING_FLIGHTS = 2

/** Registers players without the form and its checks: for seeding a world and for measuring. */
export const registerPlayers = (house: House, asks: readonly RegisterPlayer[]) =>
  registerAll(house, identitySettings.invitationCodeLength, asks)

/** Opens sessions without a login: for seeding a world and for measuring. */
export const openSessions = (house: House, asks: readonly OpenSession[]) =>
  openAll(house, identitySettings.session.mostOpen, asks)

/**
 * Opens the room: players, sessions, captchas, passwords. `authenticate` answers who a token belongs to and is
 * what the doors are given.
 */
export function openIdentity(house: House, needs: Needs) {
  const settings = settingsOf(house, needs)
  const seen = openSeenSessions(house.db)
  const known = openKnownSessions({
    read: batches({
      run: (tokens: readonly string[]) => authenticateAll(house.db, settings.session, tokens),
      flights: READING_FLIGHTS,
    }),
    ...settings.session.memory,
  })
  const sendMail = needs.sendMail ?? openMail(house.config)
  let mails: Job | undefined
  const room: Room = {
    house,
    settings,
    passwords: needs.passwords ?? openPasswords(settings.password, house.random),
    throttles: openThrottles(house.db, settings.throttles),
    captchas: openCaptchas(house, settings.captcha),
    openSession: batches({
      run: (asks: readonly OpenSession[]) => openAll(house, settings.session.mostOpen, asks),
    }),
    registerPlayer: batches({
      run: (asks: readonly RegisterPlayer[]) => registerAll(house, settings.invitationCodeLength, asks),
    }),
    mayRegister: needs.mayRegister ?? (() => ok(null)),
    wakeMails: () => mails?.wake(),
  }
  const {
    readMoney,
    readPurse = readMoney,
    readLevel = async () => ({ level: 0, nextLevel: null }),
    readInvitations = async () => [],
    readPackages = async () => [],
  } = needs
  const readers = { readMoney, readPurse, readLevel, readInvitations, readPackages }
  return {
    authenticate: async (token: string, isUse = true): Promise<Caller | undefined> => {
      const caller = await known.find(token)
      if (caller && isUse) seen.add(caller.sessionId)
      return caller
    },
    /** Ends all sessions of these players: a time-out, an exclusion, an operator's decision. */
    endSessions: (playerIds: readonly number[]): Promise<void> =>
      house.db.begin((tx) => endSessionsOf(tx, playerIds)),
    routes: (door: Door): void => identityRoutes(door, room, readers),
    /** Starts what runs beside the requests; stop each before the house closes. */
    jobs: (): Pick<Job, 'stop'>[] => {
      const every = (everyMs: number, name: string, run: () => Promise<void>) =>
        schedule({ name: `identity-${name}`, everyMs, log: house.log, run })
      const mailing = every(MAIL_EVERY_MS, 'mails', () =>
        mailCodes({ house, settings: settings.reset, sendMail }),
      )
      mails = mailing
      const hearing = known.start(house.db)
      const seeing = every(settings.session.seenEveryMs, 'seen', seen.write)
      return [
        mailing,
        every(SWEEP_MINUTES_EVERY_MS, 'sweep-minutes', () => sweepMinutes(room)),
        every(SWEEP_DAYS_EVERY_MS, 'sweep-days', () => sweepDays(room)),
        { stop: () => seeing.stop().then(seen.write) },
        hearing,
      ]
    },
  }
}

function settingsOf({ config }: House, { settings, sessionTimes }: Needs): IdentitySettings {
  const own = { ...identitySettingsFor(config), ...settings }
  return { ...own, session: { ...own.session, ...sessionTimes } }
}

import type { SessionEnding } from '@palpite/contract'
import { present } from '../platform/assert.ts'
import { batches } from '../platform/batches.ts'
import type { Sql, Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { PlayerSession } from '../platform/http/callers.ts'
import type { Api } from '../platform/http/serve.ts'
import type { Result } from '../platform/result.ts'
import { type Job, schedule } from '../platform/schedule.ts'
import { type ConfirmOwner, confirmOwner } from './close-account.ts'
import { openCaptchas } from './abuse/captchas.ts'
import { identifyWithinRate } from './abuse/gates.ts'
import { openPasswords, type Passwords } from './credentials/passwords.ts'
import type { Player } from './accounts/read-players.ts'
import { type RegisterPlayer, registerPlayers as registerAll } from './accounts/register-players.ts'
import { openProofs } from './abuse/proofs.ts'
import { mailChanges } from './credentials/mail-email-changes.ts'
import { mailCountryCodes } from './credentials/country-codes.ts'
import { mailLinks } from './sessions/mail-links.ts'
import { mailPayeeCodes } from './credentials/mail-payee-codes.ts'
import {
  type AskPayeeCode,
  askPayeeCode,
  confirmPayee,
  readConfirmedPayees,
} from './credentials/payee-codes.ts'
import type { Payee } from './credentials/payee-queries.ts'
import { readProofs, spendStepUps } from './credentials/step-up.ts'
import { mailTakenNotices } from './accounts/mail-taken-notices.ts'
import { mailCodes } from './credentials/mail-reset-codes.ts'
import { openMail, type SendMail } from './mail.ts'
import type { Identity, MayIdentify } from './identity.ts'
import { identityRoutes } from './routes.ts'
import { askedVersion } from './accounts/accepted-terms.ts'
import { authenticate as authenticateAll, tokenHash } from './sessions/tokens.ts'
import {
  type OpenedSession,
  type OpenSession,
  openSessions as openAll,
  openSessionsIn,
} from './sessions/open-sessions.ts'
import { endSessionsOf } from './sessions/end-sessions.ts'
import { lockOpenSessions, selectEnding, selectOnline, selectSessionStart } from './sessions/queries.ts'
import { type CountActivity, openSeenSessions, openSessionCache } from './sessions/session-cache.ts'
import { identitySettings, type IdentitySettings, identitySettingsFor } from './settings.ts'
import { sweepDays, sweepMinutes } from './sweep.ts'
import { openThrottles } from './abuse/throttles.ts'

export { identityPersonalData } from './personal-data-queries.ts'
export { playerIdentified, playerRegistered, secondFactorChanged, sessionEnded } from './events.ts'
export {
  findPlayers,
  type Player,
  readDirectlyInvited,
  readInvited,
  readPlayers,
  readReferrers,
} from './accounts/read-players.ts'
export {
  type AcceptInvitation,
  acceptInvitations,
  type AcceptRefusal,
} from './accounts/accept-invitations.ts'
export {
  type Invitee,
  selectIdentifiedAfter as readIdentifiedAfter,
  selectPlayerStandings as readPlayerStandings,
  selectDeviceSharers as readDeviceSharers,
  selectSecured as readSecured,
  selectTraits as readTraits,
} from './accounts/queries.ts'
export {
  approveOperator,
  createOperator,
  disableOperator,
  type FirstOperator,
  issueFirstOperators,
  issueOperator,
} from './operators/create-operators.ts'
export { changeOperatorPassword } from './operators/change-password.ts'
export {
  areIndependent,
  asOperator,
  authenticateOperator,
  type Operators,
  openOperators,
  readOperator,
  readOperators,
  readTrees,
  secondHand,
} from './operators/operators.ts'
export {
  approveRole,
  proposeRole,
  readRoles,
  readRoleRequests,
  rejectRole,
  setOperatorRoles,
} from './operators/roles.ts'
export {
  addOperatorPasskey,
  askOperatorPasskey,
  askOperatorSignIn,
  readOperatorPasskeys,
  removeOperatorPasskey,
  signInWithOperatorPasskey,
} from './operators/passkeys.ts'
export { readFilters, removeFilter, saveFilter } from './operators/filters.ts'
export { isKeptRequest, isOtherRequest, keepRequest } from './operators/requests.ts'
export {
  enrolSecondFactor,
  giveSecondFactor,
  readSecondFactor,
  resetSecondFactor,
} from './operators/second-factor.ts'
export { readPlayerFactors, resetPlayerFactor } from './operators/reset-player-factor.ts'
export { readOperatorDevice, signIn, signOut } from './operators/sign-in.ts'
export { correctIdentities } from './accounts/correct-identities.ts'
export { setUsdtWithdrawals } from './accounts/set-usdt-withdrawals.ts'
export {
  type ClosingRow,
  deletePersonalRows,
  hasExported,
  type DueDeletion,
  lockDueDeletions,
  selectClosings as readClosings,
  selectClosingsOf as readClosingsOf,
  selectPersonalRows,
} from './closing-queries.ts'
export {
  type CloseAccount,
  closeAccount,
  deleteContact,
  deletePerson,
  noteExport,
  reopenAccount,
} from './close-account.ts'
export {
  type CheckedPerson,
  claimUncheckedPersons,
  deleteCheckedDocuments as forgetDocuments,
  lockPersons,
  selectAccountsOf as readAccountsOf,
  selectAllAccountsOf as readAllAccountsOf,
  selectSharedCpfs as readSharedCpfs,
  updateCheckedDocuments as writeCheckedDocuments,
} from './accounts/person-queries.ts'
export { readAddress, readGender, setAddress } from './accounts/addresses.ts'
export {
  declareExposure,
  decideExposure,
  readExposed,
  readExposure,
  writeCheckedPersons,
} from './accounts/exposure.ts'
export {
  type ExposureRow,
  type KeptStatement,
  selectDecidedExposures as readDecidedExposures,
  selectOpenExposures as readOpenExposures,
} from './accounts/exposure-queries.ts'
export { readTermsDue } from './accounts/accepted-terms.ts'
export { recordKyc, type RecordKyc } from './accounts/record-kyc.ts'
export type { Passwords } from './credentials/passwords.ts'
export type { Payee } from './credentials/payee-queries.ts'
export { readProofs, readUnproven, type SessionProof } from './credentials/step-up.ts'
export type { RegisterPlayer } from './accounts/register-players.ts'
export { seedPlayer, seedTestAccount } from './seed-accounts.ts'
export type { OpenSession } from './sessions/open-sessions.ts'
export { openMail, type SendMail } from './mail.ts'
export type { MayIdentify, PersonRefusal } from './identity.ts'
export { identityOf, type PersonalIdentity, type PersonDoubt } from './accounts/rules.ts'
export { type IdentitySettings, identitySettingsDefinition } from './settings.ts'

type Needs = {
  settings?: Partial<IdentitySettings>
  /** How long sessions live: what the compliance policy says, or the settings where it leaves that open. */
  sessionTimes:
    | Pick<IdentitySettings['session'], 'idleSeconds' | 'longestSeconds' | 'factorSeconds'>
    | undefined
  /** Told once a minute who was active. */
  countActivity: CountActivity
  /** What the compliance policy says to a registration. */
  mayRegister: () => Result<unknown, 'blocked_by_policy'>
  /** Whether somebody with this CPF may register. Of one that is refused `cannot_register` no more is told. */
  mayIdentify: MayIdentify
  /** Told of each sign-in, once its session is open; nobody waits for it. */
  signedIn: (playerId: number) => void
  /** For tests: the mail server is outside. */
  sendMail?: SendMail
  passwords?: Passwords
}

const SWEEP_MINUTES_EVERY_MS = 60_000
const SWEEP_DAYS_EVERY_MS = 60 * 60_000
/** Soon enough for who waits for a code. Not woken by requests: what it does must not tell of theirs. */
const MAIL_EVERY_MS = 2_000
/** Sessions are only read: two lists at once keep a slow one from holding the next. */
const READING_CONCURRENCY = 2

/** Registers players without the form and its checks: for seeding a world and for measuring. */
export const registerPlayers = (deps: Deps, requests: readonly RegisterPlayer[]) =>
  registerAll(deps, identitySettings.invitationCodeLength, requests)

/** Of these sessions those that are open. None of them ends before the transaction does. */
export const holdSessions = async (tx: Tx, sessionIds: readonly number[]): Promise<ReadonlySet<number>> => {
  const rows = await lockOpenSessions(tx, sessionIds)
  return new Set(rows.map(({ sessionId }) => sessionId))
}

/** When this session was opened; nothing where it ended meanwhile. */
export const readSessionStart = async (sql: Sql, sessionId: number): Promise<Date | undefined> =>
  (await selectSessionStart(sql, sessionId))[0]?.openedAt

/** How many players, test accounts aside, were seen within so many seconds. */
export const readOnlinePlayers = async (sql: Sql, withinSeconds: number): Promise<number> => {
  const [row] = await selectOnline(sql, withinSeconds)
  return row?.players ?? 0
}

/** Opens sessions without a login: for seeding a world and for measuring. */
export const openSessions = async (
  deps: Deps,
  requests: readonly Omit<OpenSession, 'passwordHash'>[],
  more: { factorSeconds?: number | null } = {},
): Promise<OpenedSession[]> => {
  const bounds = { ...openingOf(identitySettings), ...more }
  const answers = await openAll(deps, bounds, requests)
  return answers.flatMap((answer) => (answer.ok ? [answer.value] : [])) // without a password all are opened
}

/**
 * Opens the module: players, sessions, captchas, passwords. `authenticate` answers who a token belongs to and is
 * what the APIs are given.
 */
export function openIdentity(deps: Deps, needs: Needs) {
  const settings = settingsOf(deps, needs)
  const seen = openSeenSessions(deps.db, {
    countActivity: needs.countActivity,
    everyMs: settings.session.seenEveryMs,
    activity: deps.activity,
  })
  const cache = openSessionCache({
    read: batches({
      patienceMs: deps.config.PATIENCE_MS,
      run: (tokens: readonly string[]) =>
        authenticateAll(deps.db, { ...settings.session, termsVersion: askedVersion(deps.config) }, tokens),
      concurrency: READING_CONCURRENCY,
    }),
    ...settings.session.cache,
  })
  const sendMail = needs.sendMail ?? openMail(deps.config)
  const opening = openingOf(settings)
  const identity: Identity = {
    deps,
    settings,
    passwords: needs.passwords ?? openPasswords(settings.password, deps.random),
    throttles: openThrottles(deps.db, settings.throttles),
    captchas: openCaptchas(deps, settings.captcha),
    proofs: openProofs(deps, settings.proof),
    ...sessionOpeners(deps, opening, needs.signedIn),
    registerPlayer: batches({
      patienceMs: deps.config.PATIENCE_MS,
      run: (requests: readonly RegisterPlayer[]) =>
        registerAll(deps, settings.invitationCodeLength, requests),
    }),
    mayRegister: needs.mayRegister,
    mayIdentify: needs.mayIdentify,
  }
  return {
    authenticate: async (token: string, isUse = true): Promise<PlayerSession | undefined> => {
      const caller = await cache.find(token)
      if (caller && isUse) seen.add(caller)
      return caller
    },
    /** Why this token opens no session any more; nothing where that is not known, or its player logged out. */
    endingOf: async (token: string): Promise<SessionEnding | undefined> =>
      (await selectEnding(deps.db, tokenHash(token)))[0]?.ending,
    /** Ends all sessions of these players: a time-out, an exclusion, an operator's decision. */
    endSessions: (playerIds: readonly number[]): Promise<void> =>
      deps.db.begin((tx) => endSessionsOf(tx, playerIds, { ending: 'blocked' })),
    routes: (api: Api): void => identityRoutes(api, identity),
    /** Whether the owner asks, for what a stolen session must not do: by password and second factor. */
    confirmOwner: (request: ConfirmOwner) => confirmOwner(identity, request),
    /** Identifies a player for a call from this address, as often as its network may. */
    identifyWithinRate: (ip: string, identify: (admit: () => Promise<boolean>) => Promise<Result<null>>) =>
      identifyWithinRate(identity, ip, identify),
    /**
     * What a player confirms before money goes to somebody for the first time: by the password, by a second factor where there
     * is one, and by a mailed code.
     */
    confirmations: {
      proofs: { read: readProofs, spend: spendStepUps },
      payees: {
        ask: (request: AskPayeeCode) => askPayeeCode(identity, request),
        confirm: (request: Payee & { code: string }) => confirmPayee(identity, request),
        confirmed: readConfirmedPayees,
      },
    },
    /**
     * What a test account may be shown of itself; nothing for anybody else. The password is the one of the settings: no
     * player's password is kept anywhere to be shown.
     */
    credentialsOf: ({ isTest, email }: Player): { username: string; pwd: string } | undefined => {
      const { testAccount } = settings
      return isTest && email === testAccount.email
        ? { username: email, pwd: testAccount.password }
        : undefined
    },
    /** Starts what runs beside the requests; stop each before the database closes. */
    jobs: (): Pick<Job, 'stop'>[] => {
      const every = (everyMs: number, name: string, run: () => Promise<void>) =>
        schedule({ name: `identity-${name}`, everyMs, log: deps.log, run })
      const mailing = every(MAIL_EVERY_MS, 'mails', async () => {
        await mailTakenNotices({ deps, settings: settings.reset, sendMail })
        await mailChanges({ deps, settings: settings.reset, sendMail })
        await mailPayeeCodes({ deps, settings: settings.reset, sendMail })
        await mailCountryCodes({ deps, settings, sendMail })
        await mailLinks({ deps, settings, sendMail })
        await mailCodes({
          deps,
          settings: { ...settings.reset, knownNetworkSeconds: settings.knownNetworkSeconds },
          sendMail,
        })
      })
      const hearing = cache.start(deps.db)
      const seeing = every(settings.session.seenEveryMs, 'seen', seen.write)
      return [
        mailing,
        every(SWEEP_MINUTES_EVERY_MS, 'sweep-minutes', () => sweepMinutes(identity)),
        every(SWEEP_DAYS_EVERY_MS, 'sweep-days', () => sweepDays(identity)),
        { stop: () => seeing.stop().then(seen.write) },
        hearing,
      ]
    },
  }
}

const openingOf = ({ session, maxKnownDevices, secondFactor }: IdentitySettings) => ({
  maxOpen: session.maxOpen,
  maxDevices: maxKnownDevices,
  ticketSeconds: secondFactor.ticketSeconds,
  factorSeconds: session.factorSeconds,
  trustSeconds: Math.min(secondFactor.trustSeconds, session.factorSeconds ?? secondFactor.trustSeconds),
})

/** Opens sessions in lists, or one in a transaction that is open, and tells of each once it is committed. */
function sessionOpeners(
  deps: Deps,
  bounds: Parameters<typeof openAll>[1],
  signedIn: Needs['signedIn'],
): Pick<Identity, 'openSession' | 'openSessionIn'> {
  const open = batches({
    patienceMs: deps.config.PATIENCE_MS,
    run: (requests: readonly OpenSession[]) => openAll(deps, bounds, requests),
  })
  return {
    openSession: async (request) => {
      const opened = await open(request)
      if (opened.ok) signedIn(opened.value.playerId)
      return opened
    },
    openSessionIn: async (tx, request) => {
      const opened = present((await openSessionsIn(tx, { deps, bounds }, [request]))[0], 'an answer')
      if (opened.ok) tx.afterCommit(() => signedIn(request.playerId))
      return opened
    },
  }
}

function settingsOf({ config }: Deps, { settings, sessionTimes }: Needs): IdentitySettings {
  const own = { ...identitySettingsFor(config), ...settings }
  return { ...own, session: { ...own.session, ...sessionTimes } }
}

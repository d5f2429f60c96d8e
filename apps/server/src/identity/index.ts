import type { SessionEnding } from '@palpite/contract'
import { present } from '../platform/errors.ts'
import { batches } from '../platform/batches.ts'
import type { Sql, Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { PlayerSession } from '../platform/http/callers.ts'
import type { Api } from '../platform/http/serve.ts'
import type { Result } from '../platform/result.ts'
import type { Job } from '../platform/schedule.ts'
import { openCaptchas } from './abuse/captchas.ts'
import { identifyWithinRate, openProofs, openThrottles } from './abuse/throttles.ts'
import { type Player, askedVersion } from './accounts/players.ts'
import {
  noneBarred,
  type ReadBarred,
  type RegisterPlayer,
  registerPlayers as registerAll,
} from './accounts/register-players.ts'
import { type ConfirmOwner, confirmOwner } from './close-account.ts'
import type { Payee } from './credentials/code-queries.ts'
import { openPasswords, type Passwords } from './credentials/passwords.ts'
import {
  type AskPayeeCode,
  askPayeeCode,
  confirmPayee,
  readConfirmedPayees,
} from './credentials/payee-codes.ts'
import { readProofs, spendStepUps } from './credentials/step-up.ts'
import type { Identity, MayIdentify } from './identity.ts'
import { startJobs } from './jobs.ts'
import { openMail, type SendMail } from './mail.ts'
import { identityRoutes } from './routes.ts'
import {
  type OpenedSession,
  type OpenSession,
  openSessions as openAll,
  openSessionsIn,
} from './sessions/open-sessions.ts'
import { lockOpenSessions, selectEnding, selectOnline, selectSessionStart } from './sessions/queries.ts'
import {
  authenticate as authenticateAll,
  tokenHash,
  endSessionsOf,
  type CountActivity,
  openSeenSessions,
  openSessionCache,
} from './sessions/sessions.ts'
import { identitySettings, type IdentitySettings, identitySettingsFor } from './settings.ts'

export {
  identityPersonalData,
  type ClosingRow,
  deletePersonalRows,
  hasExported,
  type DueDeletion,
  lockDueDeletions,
  selectClosings as readClosings,
  selectClosingsOf as readClosingsOf,
  selectPersonalRows,
} from './personal-data-queries.ts'
export {
  selectPlayerNewDevices,
  selectPlayerNotes,
  selectPlayerRegistration,
  selectPlayerSignIns,
  selectPlayerStatements,
} from './timeline-queries.ts'
export { playerIdentified, playerRegistered, secondFactorChanged, sessionEnded } from './events.ts'
export { findPlayers, type Player, readPlayers } from './accounts/players.ts'
export {
  type AcceptInvitation,
  acceptInvitations,
  type AcceptRefusal,
  countInvitees,
  readDirectlyInvited,
  readInvited,
  readReferrers,
} from './accounts/invitations.ts'
export {
  type Invitee,
  selectIdentifiedAfter as readIdentifiedAfter,
  selectInviteesBefore as readInviteesBefore,
  selectPlayerStatuses as readPlayerStatuses,
  selectDeviceSharers as readDeviceSharers,
  selectSecured as readSecured,
  selectTraits as readTraits,
} from './accounts/queries.ts'
export { selectRegisteredAfter as readRegisteredAfter } from './accounts/registration-queries.ts'
export {
  approveOperator,
  createOperator,
  disableOperator,
  type FirstOperator,
  issueFirstOperators,
  issueOperator,
} from './operators/create-operators.ts'
export {
  lockOperatorWith,
  selectOperatorsWith as readOperatorsWith,
  selectOperatorsWithout as readOperatorsWithout,
} from './operators/queries.ts'
export { changeOperatorPassword, readOperatorDevice, signIn, signOut } from './operators/sign-in.ts'
export {
  areIndependent,
  areOfOneTree,
  asOperator,
  authenticateOperator,
  type Operators,
  openOperators,
  readOperator,
  readOperators,
  readTrees,
  secondHand,
  isKeptRequest,
  isOtherRequest,
  keepRequest,
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
export {
  type NoteRow,
  pinNote,
  readNotes,
  readPinnedNotes,
  withdrawNote,
  writeNote,
} from './operators/notes.ts'
export {
  enrolSecondFactor,
  giveSecondFactor,
  readSecondFactor,
  resetSecondFactor,
  readPlayerFactors,
  resetPlayerFactor,
} from './operators/second-factor.ts'
export {
  correctIdentities,
  readAddress,
  readGender,
  setAddress,
  recordKyc,
  type RecordKyc,
} from './accounts/persons.ts'
export { setUsdtWithdrawals } from './accounts/players.ts'
export {
  type CloseAccount,
  closeAccount,
  deleteContact,
  deletePerson,
  noteExport,
  reopenAccount,
} from './close-account.ts'
export { selectInactive as readInactive } from './sessions/queries.ts'
export {
  type CheckedPerson,
  claimPersonsAnew,
  claimUncheckedPersons,
  deleteCheckedDocuments as forgetDocuments,
  lockPersons,
  selectAccountsOf as readAccountsOf,
  selectAllAccountsOf as readAllAccountsOf,
  selectSharedCpfs as readSharedCpfs,
  updateCheckedDocuments as writeCheckedDocuments,
  type ExposureRow,
  type KeptStatement,
  selectDecidedExposures as readDecidedExposures,
  selectOpenExposures as readOpenExposures,
} from './accounts/person-queries.ts'
export {
  declareExposure,
  decideExposure,
  readExposed,
  readExposure,
  readUnreviewed,
  writeCheckedPersons,
} from './accounts/exposure.ts'
export {
  type AskedData,
  insertDataRequests,
  selectDocumented as readDocumented,
  selectOverdueData as readOverdueData,
} from './accounts/data-request-queries.ts'
export { readTermsDue } from './accounts/players.ts'
export type { Passwords } from './credentials/passwords.ts'
export type { Payee } from './credentials/code-queries.ts'
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
  /** Session lifetimes from the compliance policy, or from the settings if it sets none. */
  sessionTimes:
    | Pick<IdentitySettings['session'], 'idleSeconds' | 'longestSeconds' | 'factorSeconds'>
    | undefined
  /** Called once a minute with the active players. */
  countActivity: CountActivity
  /** The compliance policy's decision on a registration. */
  mayRegister: () => Result<unknown, 'blocked_by_policy'>
  /** Whether a registration has to name the person; otherwise that may come later. */
  needsIdentity?: boolean
  /** Whether a person with this CPF may register. A `cannot_register` refusal gives no reason. */
  mayIdentify: MayIdentify
  /** The same for what may change until the player is registered, in that transaction. */
  readBarred: ReadBarred
  /** Called in the background after each sign-in has opened its session. */
  signedIn: (playerId: number) => void
  /** For tests: the mail server is external. */
  sendMail?: SendMail
  passwords?: Passwords
}

/** Sessions are only read: two lists at once keep a slow one from delaying the next. */
const READING_CONCURRENCY = 2

/** Registers players without the form and its checks, their e-mails taken as confirmed: for seeding and benchmarks. */
export const registerPlayers = (deps: Deps, requests: readonly RegisterPlayer[]) =>
  registerAll(
    deps,
    { codeLength: identitySettings.invitationCodeLength, readBarred: noneBarred },
    requests.map((request) => ({ hasEmail: true, ...request })),
  )

/** Those of these sessions that are open, kept open until the transaction ends. */
export const lockSessions = async (tx: Tx, sessionIds: readonly number[]): Promise<ReadonlySet<number>> => {
  const rows = await lockOpenSessions(tx, sessionIds)
  return new Set(rows.map(({ sessionId }) => sessionId))
}

/** When this session was opened; undefined if it ended meanwhile. */
export const readSessionStart = async (sql: Sql, sessionId: number): Promise<Date | undefined> =>
  (await selectSessionStart(sql, sessionId))[0]?.openedAt

/** How many players, test accounts aside, were active within this many seconds. */
export const readOnlinePlayers = async (sql: Sql, withinSeconds: number): Promise<number> => {
  const [row] = await selectOnline(sql, withinSeconds)
  return row?.players ?? 0
}

/** Opens sessions without a login: for seeding and benchmarks. */
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
 * Opens the module: players, sessions, captchas, passwords. `authenticate` returns the owner of a token and is passed
 * to the APIs.
 */
export function openIdentity(deps: Deps, needs: Needs) {
  const settings = settingsOf(deps, needs)
  const { readBarred } = needs
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
        registerAll(deps, { codeLength: settings.invitationCodeLength, readBarred }, requests),
    }),
    mayRegister: needs.mayRegister,
    needsIdentity: needs.needsIdentity ?? false,
    mayIdentify: needs.mayIdentify,
  }
  return {
    authenticate: async (token: string, isUse = true): Promise<PlayerSession | undefined> => {
      const caller = await cache.find(token)
      if (caller && isUse) seen.add(caller)
      return caller
    },
    /** Why this token's session ended; undefined if unknown, or if its player logged out. */
    endingOf: async (token: string): Promise<SessionEnding | undefined> =>
      (await selectEnding(deps.db, tokenHash(token)))[0]?.ending,
    /** Ends all sessions of these players: a time-out, an exclusion, an operator's decision. */
    endSessions: (playerIds: readonly number[]): Promise<void> =>
      deps.db.begin((tx) => endSessionsOf(tx, playerIds, { ending: 'blocked' })),
    routes: (api: Api): void => identityRoutes(api, identity),
    /** Whether the owner asks, for actions a stolen session must not do: by password and second factor. */
    confirmOwner: (request: ConfirmOwner) => confirmOwner(identity, request),
    /** Identifies a player for a call from this address, within its network's limit. */
    identifyWithinRate: (ip: string, identify: (admit: () => Promise<boolean>) => Promise<Result<null>>) =>
      identifyWithinRate(identity, ip, identify),
    /**
     * What a player confirms before the first payout to a payee: the password, the second factor if there is one, and
     * a mailed code.
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
     * The credentials a test account may see of itself; undefined for anybody else. The password comes from the
     * settings: no player's password is stored in clear.
     */
    credentialsOf: ({ isTest, email }: Player): { username: string; pwd: string } | undefined => {
      const { testAccount } = settings
      return isTest && email === testAccount.email
        ? { username: email, pwd: testAccount.password }
        : undefined
    },
    /** Starts the background jobs; stop each before the database closes. */
    jobs: (): Pick<Job, 'stop'>[] => startJobs(identity, { sendMail, cache, seen }),
  }
}

const openingOf = ({ session, maxKnownDevices, secondFactor }: IdentitySettings) => ({
  maxOpen: session.maxOpen,
  maxDevices: maxKnownDevices,
  ticketSeconds: secondFactor.ticketSeconds,
  factorSeconds: session.factorSeconds,
  trustSeconds: Math.min(secondFactor.trustSeconds, session.factorSeconds ?? secondFactor.trustSeconds),
})

/** Opens sessions in batches, or one in an open transaction, and announces each once it is committed. */
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

import { batches } from '../platform/batches.ts'
import { type EventTopic, on } from '../platform/events.ts'
import { listenToOutbox } from '../platform/outbox.ts'
import type { Sql, Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Api } from '../platform/http/serve.ts'
import { type Job, schedule } from '../platform/schedule.ts'
import { askForData } from './ask-data.ts'
import { admitIdentity, askToday, askWholeBase, identifyPlayers } from './ask-register.ts'
import { checkKnownPersons, openTries } from './check-persons.ts'
import { askWaiting, expireDocuments, sweepPictures, notifyExpiring } from './documents/decide-checks.ts'
import { type DocumentCheck, openDocumentCheck } from './documents/document-check.ts'
import { type Documents, documentsOf } from './documents/submit-documents.ts'
import { documentRoutes, protectionRoutes, type ReadDeposited } from './routes.ts'
import {
  type ImpededRegister,
  openImpededRegister,
  openPersonRegister,
  type PersonRegister,
} from './registers.ts'
import { offerCoolOffs, detectHarm, type ReadTopUpDays } from './harm.ts'
import { joinPlayers, joinWholeBase, type SetLimit, setLimits } from './limits.ts'
import { readListed } from './listed-persons.ts'
import { readLicence, type CompliancePolicy } from './policy.ts'
import { type TakeBreak, beginBreaks, keepClosedBreaks } from './breaks.ts'
import { openSettings } from '../platform/settings.ts'
import { skipFailing, skippedBy } from '../platform/skip-failing.ts'
import type { ReadProven } from './same-person.ts'
import { protectionSettingsDefinition, type ProtectionSettings } from './settings.ts'

export { protectionPersonalData } from './personal-data-queries.ts'
export {
  selectPlayerBreaks,
  selectPlayerCases,
  selectPlayerChecks,
  selectPlayerLimitChanges,
  selectPlayerSuspensions,
} from './timeline-queries.ts'
export {
  admitFreePlay,
  admitStake,
  admitStakes,
  admitStep,
  isStopped,
  type StakeGate,
  accountsCounted,
  admitTopUp,
  openTopUpGate,
  type TopUpGate,
  type TopUpRefusal,
} from './gates.ts'
export { askAnew, type IdentifyRefusal } from './ask-register.ts'
export { type PersonHolds, readExposedPersons, readPersonHolds, refuseOverdue } from './ask-data.ts'
export { cpfHash, holdForClosing, keepBreaks, keepClosedBreaks } from './breaks.ts'
export {
  breakBegun,
  coolOffOffered,
  dataRequested,
  documentsDecided,
  documentsExpire,
  harmStepTaken,
  impedimentChanged,
  limitChanged,
  limitDecided,
  suspensionChanged,
} from './events.ts'
export {
  type CaseRow,
  selectCase as readCase,
  selectClosedCases as readClosedCases,
  selectDaysAway as readDaysAway,
  selectOpenCaseOf as readOpenCaseOf,
  selectOpenCases as readOpenCases,
} from './harm-queries.ts'
export {
  listedReason,
  listPersons,
  readListedPersons,
  suspendIfListed,
  unlistPerson,
} from './listed-persons.ts'
export { type Licence, readLicence } from './policy.ts'
export { forbiddenWordsIn } from './forbidden-words.ts'
export { detectHarm, noteCase, readWhyNoMarketing, readWithoutMarketing } from './harm.ts'
export { type CompliancePolicy, policyOf, type RewardBasis } from './policy.ts'
export type { WithdrawMethod } from './profiles.ts'
export { addDeposited, type Deposited } from './rules.ts'
export { type OnBreak, readExcluded, readOnBreak, readRules, readSuspended } from './read-rules.ts'
export {
  countActivity,
  insertCommunications as keepCommunications,
  insertEarlierCommunications as keepEarlierCommunications,
  selectExcludedForGood as readExcludedForGood,
  selectIsActive as wasActive,
} from './queries.ts'
export {
  type ImpededDays,
  selectImpeded as readImpeded,
  selectImpededDays as readImpededDays,
} from './register-queries.ts'
export { protectionSettings, protectionSettingsDefinition } from './settings.ts'
export {
  liftSuspensions,
  readOpenSuspensions,
  readSuspensions,
  suspendAccounts,
  type SuspensionRow,
} from './suspensions.ts'
export { lockNewPersons } from './same-person.ts'

export { decideCheck, moneyOf, readPerson } from './documents/decide-checks.ts'
export {
  type CheckRow as DocumentCheckRow,
  selectCheck as readDocumentCheck,
  selectDecided as readDecidedChecks,
  selectPictures as readDocumentPictures,
  selectSides as readDocumentSides,
  selectUnsure as readUnsureChecks,
  selectYes as readDocumentYes,
} from './documents/queries.ts'
export { openPicture, sealPicture } from './documents/submit-documents.ts'

type Needs = {
  policy: CompliancePolicy
  /** Deposits of players by period, to show beside their limits. */
  readDeposited: ReadDeposited
  /** Players whose own CPF has paid; without payments, nobody's. */
  readProven?: ReadProven
  settings?: Partial<ProtectionSettings>
  /** For tests: the national register is external. */
  register?: ImpededRegister
  /** For tests: the register of persons is external. */
  persons?: PersonRegister
  /** For tests: the document check is external. */
  documents?: DocumentCheck
}

const nobody: ReadProven = () => Promise.resolve(new Set())

/** The current settings, for modules that decide by them. */
export const readProtectionSettings = (sql: Sql): Promise<ProtectionSettings> =>
  openSettings(protectionSettingsDefinition).read(sql)

/** How soon the queued players are retried after the database could not be reached. */
const ASK_SEEN_EVERY_MS = 60_000
const ASK_BASE_EVERY_MS = 60 * 60_000
const CHECK_PERSONS_EVERY_MS = 60_000
const ASK_DOCUMENTS_EVERY_MS = 10_000
const SWEEP_PICTURES_EVERY_MS = 60 * 60_000
const EXPIRE_DOCUMENTS_EVERY_MS = 10 * 60_000
const JOIN_BASE_EVERY_MS = 60 * 60_000
const ASK_DATA_EVERY_MS = 60 * 60_000
/** Most active players queued; the register is asked about any further one at their next request. */
const MAX_SEEN = 100_000
/** A day is evaluated within this time, one hour after it ends. */
const HARM_EVERY_MS = 10 * 60_000

/** Opens the calls of the compliance policy and limits, and the commands behind them. */
export function openProtection(
  deps: Deps,
  { policy, readDeposited, readProven = nobody, settings: own, ...needs }: Needs,
) {
  const inForce = openSettings(protectionSettingsDefinition, own)
  const licence = readLicence(deps.config.LICENCE_FILE)
  const setLimit = batches({
    patienceMs: deps.config.PATIENCE_MS,
    run: async (requests: readonly SetLimit[]) => {
      const settings = await inForce.read(deps.db)
      return setLimits(deps, { settings, policyVersion: policy.version }, requests)
    },
  })
  const every = (name: string, everyMs: number, run: () => Promise<void>): Job =>
    schedule({ name: `protection-${name}`, everyMs, log: deps.log, run })
  const joining = { policyVersion: policy.version, readProven }
  const takeBreak = batches({
    patienceMs: deps.config.PATIENCE_MS,
    run: (requests: readonly TakeBreak[]) => beginBreaks(deps, joining, requests),
  })
  const register = needs.register ?? openImpededRegister(deps)
  const persons = needs.persons ?? openPersonRegister(deps)
  const asking = { deps, policy, register, persons, tries: openTries(deps), readProven }
  const documents = openDocuments(deps, {
    policy,
    check: needs.documents ?? openDocumentCheck(deps),
    settings: () => inForce.read(deps.db),
  })
  const seen = openSeenPlayers('seen', (playerIds) => askToday(asking, playerIds), deps)
  const losing = openSeenPlayers(
    'cool-offs',
    async (playerIds) => offerCoolOffs(deps, await inForce.read(deps.db), playerIds),
    deps,
  )
  return {
    /**
     * Records players' identities, as the policy and the national register allow. Answers in the order of the
     * requests.
     */
    identify: (requests: Parameters<typeof identifyPlayers>[1]) => identifyPlayers(asking, requests),
    mayIdentify: (person: { name: string; cpf: string }) => admitIdentity(asking, person),
    /** Those of these CPFs that operators list, for the transaction that registers them. Locks needed: the persons. */
    readBarred: (tx: Tx, cpfs: readonly string[]) => readListed(tx, deps.config, cpfs),
    /**
     * Records that players are active: the register is asked about those not checked today, and a big loss today
     * brings the offer of a pause. Runs in the background.
     */
    notePlayers: (playerIds: readonly number[]): void => {
      if (register) seen.add(playerIds)
      losing.add(playerIds)
    },
    /** Offers pauses to active players with a big loss. */
    coolOffJob: (): Job => losing.start(),
    routes: (api: Api): void => {
      documents.routes(api)
      protectionRoutes(api, {
        deps,
        policy,
        licence,
        settings: () => inForce.read(deps.db),
        readDeposited,
        setLimit,
        takeBreak,
      })
    },
    documentJobs: documents.jobs,
    /**
     * Jobs that ask the national register about active players and about all players, and the register of persons
     * about players not confirmed; none for a register that is not configured.
     */
    registerJobs: (): Pick<Job, 'stop'>[] => [
      ...(register ? [seen.start(), every('register', ASK_BASE_EVERY_MS, () => askWholeBase(asking))] : []),
      ...(persons ? [every('persons', CHECK_PERSONS_EVERY_MS, () => checkKnownPersons(asking))] : []),
    ],
    /**
     * Jobs that link accounts of one person (after a credited top-up, which may prove the CPF, and over all players),
     * that store breaks of closed accounts by person, and that ask players for missing or outdated data.
     */
    personJobs: (paid: EventTopic<{ playerId: number }>): Pick<Job, 'stop'>[] => [
      listenToOutbox({
        db: deps.db,
        log: deps.log,
        name: 'protection-persons',
        // In its own transactions, not the reader's, which may have locked accounts by then; repeating it is
        // harmless.
        handlers: [
          on(paid, (_tx, events) =>
            joinPlayers(
              deps,
              events.map(({ playerId }) => playerId),
              joining,
            ),
          ),
        ],
      }),
      every('whole-persons', JOIN_BASE_EVERY_MS, () => joinWholeBase(deps, joining)),
      every('closed-breaks', JOIN_BASE_EVERY_MS, () => keepClosedBreaks(deps, joining)),
      every('data-requests', ASK_DATA_EVERY_MS, () => askForData({ deps, policy })),
    ],
    /** The daily detection of signs of harm, with top-ups from the module that takes the money. */
    harmJob: (readTopUpDays: ReadTopUpDays): Job =>
      every('harm', HARM_EVERY_MS, async () =>
        detectHarm(deps, { readTopUpDays, settings: await inForce.read(deps.db) }),
      ),
    /** Sets a player's limit: tighter at once, looser after the wait and a confirmation. */
    setLimit,
    /** Starts a player's break immediately. */
    takeBreak,
  }
}

/** The document check: its calls, and its jobs, which a submission wakes. */
function openDocuments(deps: Deps, needs: Pick<Documents, 'policy' | 'check' | 'settings'>) {
  const documents = documentsOf({ deps, ...needs })
  let asking: Job | undefined
  const every = (name: string, everyMs: number, run: () => Promise<void>) =>
    schedule({ name: `protection-${name}`, everyMs, log: deps.log, run })
  return {
    routes: (api: Api): void => documentRoutes(api, documents, () => asking?.wake()),
    /** Jobs that submit pending checks, delete pictures no longer needed, and request new documents after expiry. */
    jobs: (): Pick<Job, 'stop'>[] => {
      asking = every('documents', ASK_DOCUMENTS_EVERY_MS, () => askWaiting(documents))
      return [
        asking,
        every('document-pictures', SWEEP_PICTURES_EVERY_MS, () => sweepPictures(documents)),
        every('expired-documents', EXPIRE_DOCUMENTS_EVERY_MS, async () => {
          await expireDocuments(documents)
          await notifyExpiring(documents)
        }),
      ]
    },
  }
}

/**
 * A queue of active players, processed in lists. A player who fails alone is left out until active again; if the
 * database cannot be reached, all stay for the next run.
 */
function openSeenPlayers(name: string, ask: (playerIds: readonly number[]) => Promise<void>, deps: Deps) {
  const { log } = deps
  const report = skippedBy(deps, `protection-${name}`)
  const waiting = new Set<number>()
  let job: Job | undefined
  return {
    add: (playerIds: readonly number[]): void => {
      for (const playerId of playerIds) if (waiting.size < MAX_SEEN) waiting.add(playerId)
      job?.wake()
    },
    start: (): Job => {
      job = schedule({
        name: `protection-${name}`,
        everyMs: ASK_SEEN_EVERY_MS,
        log,
        run: async () => {
          const playerIds = [...waiting]
          if (playerIds.length === 0) return
          await skipFailing(playerIds, {
            run: ask,
            skip: (playerId, error) => report({ playerId }, error),
          })
          for (const playerId of playerIds) waiting.delete(playerId)
        },
      })
      return job
    },
  }
}

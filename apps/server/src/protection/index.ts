import { batches } from '../platform/batches.ts'
import { type EventTopic, on } from '../platform/events.ts'
import { listenToOutbox } from '../platform/outbox.ts'
import type { Sql } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import type { Api } from '../platform/http/serve.ts'
import { type Job, schedule } from '../platform/schedule.ts'
import { askForData } from './ask-data.ts'
import { admitIdentity, askToday, askWholeBase, identifyPlayers } from './ask-register.ts'
import { checkKnownPersons, openTries } from './check-persons.ts'
import { askWaiting, expireDocuments, sweepPictures, tellExpiring } from './documents/decide-checks.ts'
import { type DocumentCheck, openDocumentCheck } from './documents/document-check.ts'
import { type Documents, documentsOf } from './documents/give-documents.ts'
import { documentRoutes, protectionRoutes, type ReadDeposited } from './routes.ts'
import {
  type ImpededRegister,
  openImpededRegister,
  openPersonRegister,
  type PersonRegister,
} from './registers.ts'
import { offerCoolOffs, detectHarm, type ReadTopUpDays } from './harm.ts'
import { joinPlayers, joinWholeBase, type SetLimit, setLimits } from './limits.ts'
import { readLicence, type CompliancePolicy } from './policy.ts'
import { type TakeBreak, beginBreaks, keepClosedBreaks } from './breaks.ts'
import { openSettings } from '../platform/settings.ts'
import type { ReadProven } from './same-person.ts'
import { protectionSettingsDefinition, type ProtectionSettings } from './settings.ts'

export { protectionPersonalData } from './personal-data-queries.ts'
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
export { type PersonHolds, readPersonHolds, refuseOverdue } from './ask-data.ts'
export { holdForClosing, keepBreaks, keepClosedBreaks } from './breaks.ts'
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
} from './events.ts'
export { type CaseRow, selectCase as readCase, selectCases as readCases } from './harm-queries.ts'
export { type Licence, readLicence } from './policy.ts'
export { noteCase } from './harm.ts'
export { detectHarm, readWithoutMarketing } from './harm.ts'
export { type CompliancePolicy, policyOf, type RewardBasis } from './policy.ts'
export type { WithdrawMethod } from './profiles.ts'
export { addDeposited, type Deposited } from './rules.ts'
export { type OnBreak, readExcluded, readOnBreak } from './read-rules.ts'
export {
  countActivity,
  insertCommunications as keepCommunications,
  insertEarlierCommunications as keepEarlierCommunications,
  selectExcludedForGood as readExcludedForGood,
} from './queries.ts'
export { protectionSettings, protectionSettingsDefinition } from './settings.ts'

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
export { openPicture, sealPicture } from './documents/give-documents.ts'

type Needs = {
  policy: CompliancePolicy
  /** What players put in by period, for showing it beside their limits. */
  readDeposited: ReadDeposited
  /** Whose own CPF has paid; for those who know no payments it is nobody's. */
  readProven?: ReadProven
  settings?: Partial<ProtectionSettings>
  /** For tests: the national register is outside. */
  register?: ImpededRegister
  /** For tests: the register of persons is outside. */
  persons?: PersonRegister
  /** For tests: the check of documents and faces is outside. */
  documents?: DocumentCheck
}

const nobody: ReadProven = () => Promise.resolve(new Set())

/** The numbers in force, for who decides beside this module. */
export const readProtectionSettings = (sql: Sql): Promise<ProtectionSettings> =>
  openSettings(protectionSettingsDefinition).read(sql)

/** Players about whom the register could not be asked when they were seen are tried again after this time. */
const ASK_SEEN_EVERY_MS = 60_000
const ASK_BASE_EVERY_MS = 60 * 60_000
const CHECK_PERSONS_EVERY_MS = 60_000
const ASK_DOCUMENTS_EVERY_MS = 10_000
const SWEEP_PICTURES_EVERY_MS = 60 * 60_000
const EXPIRE_DOCUMENTS_EVERY_MS = 10 * 60_000
const JOIN_BASE_EVERY_MS = 60 * 60_000
const ASK_DATA_EVERY_MS = 60 * 60_000
/** At most so many seen players wait; the register is asked about any further one when they are seen again. */
const MAX_SEEN = 100_000
/** A day is looked at within this time of its end and an hour. */
const HARM_EVERY_MS = 10 * 60_000

/** The compliance policy's and the limits' calls, and the command behind them. */
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
    /** Records who players are, as the policy and the national register allow. Answers in the order asked. */
    identify: (requests: Parameters<typeof identifyPlayers>[1]) => identifyPlayers(asking, requests),
    mayIdentify: (person: { name: string; cpf: string }) => admitIdentity(asking, person),
    /**
     * These players are here: the register is asked about those of whom it was not asked today, and who lost much today is offered a
     * pause. Nobody waits for it.
     */
    notePlayers: (playerIds: readonly number[]): void => {
      if (register) seen.add(playerIds)
      losing.add(playerIds)
    },
    /** Offers pauses to those who are here and lost much. */
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
     * Jobs that ask the national register about players who were seen, and about the whole base, and the register of persons about
     * those whom it has not confirmed, none of a register that there is not.
     */
    registerJobs: (): Pick<Job, 'stop'>[] => [
      ...(register ? [seen.start(), every('register', ASK_BASE_EVERY_MS, () => askWholeBase(asking))] : []),
      ...(persons ? [every('persons', CHECK_PERSONS_EVERY_MS, () => checkKnownPersons(asking))] : []),
    ],
    /**
     * Jobs that know accounts of one person: as soon as a top-up was credited, which may prove whose it is, and of the whole base; that
     * keep breaks of closed accounts by person; and that ask players for data that are missing or too old.
     */
    personJobs: (paid: EventTopic<{ playerId: number }>): Pick<Job, 'stop'>[] => [
      listenToOutbox({
        db: deps.db,
        log: deps.log,
        name: 'protection-persons',
        // In transactions of their own, not in the reader's, which may have locked accounts by then; done twice it is done once.
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
    /** The daily look for signs of harm, with what the module that takes money knows of top-ups. */
    harmJob: (readTopUpDays: ReadTopUpDays): Job =>
      every('harm', HARM_EVERY_MS, async () =>
        detectHarm(deps, { readTopUpDays, settings: await inForce.read(deps.db) }),
      ),
    /** Sets a limit of a player: tighter at once, looser after the wait and a second yes. */
    setLimit,
    /** Begins a break of a player, at once. */
    takeBreak,
  }
}

/** The check of documents and faces: its calls, and its jobs, which a call that sends some wakes. */
function openDocuments(deps: Deps, needs: Pick<Documents, 'policy' | 'check' | 'settings'>) {
  const documents = documentsOf({ deps, ...needs })
  let asking: Job | undefined
  const every = (name: string, everyMs: number, run: () => Promise<void>) =>
    schedule({ name: `protection-${name}`, everyMs, log: deps.log, run })
  return {
    routes: (api: Api): void => documentRoutes(api, documents, () => asking?.wake()),
    /** Jobs that ask about documents that wait, and delete pictures that nothing needs any more, and ask for documents anew that have expired. */
    jobs: (): Pick<Job, 'stop'>[] => {
      asking = every('documents', ASK_DOCUMENTS_EVERY_MS, () => askWaiting(documents))
      return [
        asking,
        every('document-pictures', SWEEP_PICTURES_EVERY_MS, () => sweepPictures(documents)),
        every('expired-documents', EXPIRE_DOCUMENTS_EVERY_MS, async () => {
          await expireDocuments(documents)
          await tellExpiring(documents)
        }),
      ]
    },
  }
}

/** Players who were seen, asked of one list after the other. Those of a list that failed stay for the next beat. */
function openSeenPlayers(name: string, ask: (playerIds: readonly number[]) => Promise<void>, { log }: Deps) {
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
          await ask(playerIds)
          for (const playerId of playerIds) waiting.delete(playerId)
        },
      })
      return job
    },
  }
}

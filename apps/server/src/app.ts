import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as z from 'zod'
import type { RedisClientType } from 'redis'
import { textLanguages } from '@palpite/contract/languages'
import { openBackoffice } from './backoffice/index.ts'
import {
  type BankQuestions,
  openCashier,
  readDeposited,
  readProven,
  topupCredited,
  readTopUpDays,
  type WithdrawalReviews,
} from './cashier/index.ts'
import { addLedgerPartitions, ledgerJobs } from './ledger/index.ts'
import {
  openGames,
  readPlayersInGame,
  roundPlayed,
  studioRoundEnded,
  registerOwnStudio,
} from './games/index.ts'
import {
  authenticateOperator,
  identitySettingsDefinition,
  openIdentity,
  openOperators,
} from './identity/index.ts'
import { openCampaigns, openMessages } from './messages/index.ts'
import { migrationFolders } from './migrations.ts'
import { openActivity, type Deps } from './platform/deps.ts'
import type { Config } from './platform/config.ts'
import { inStartTurn, openDb, wrongAppRole } from './platform/db/index.ts'
import { serveDocs } from './platform/http/openapi.ts'
import { serveHealth, type Trouble } from './platform/http/plain-routes.ts'
import { serveOnePage, servePages } from './platform/http/pages.ts'
import { type Api, headerOf, knownCountry } from './platform/http/serve.ts'
import type { OperatorApi } from './platform/http/serve-operator.ts'
import { closeServer, openServer } from './platform/http/server.ts'
import type { Telemetry } from './platform/http/watch-requests.ts'
import { openLimits } from './platform/limits.ts'
import { type Log, openLog, standardOutput } from './platform/log.ts'
import { type Maintenance, openMaintenance } from './platform/maintenance.ts'
import { type Metrics, openMetrics } from './platform/metrics.ts'
import { watchOutages } from './platform/db/outages.ts'
import { rotateOutboxPartitions } from './platform/outbox.ts'
import { appendEachSecond } from './platform/public-log.ts'
import { publicLogRoutes } from './platform/public-log-routes.ts'
import { openReads } from './platform/reads.ts'
import { systemRandom } from './platform/crypto.ts'
import { closeRedis, openRedis } from './platform/redis.ts'
import { schedule } from './platform/schedule.ts'
import { reportServer, watchClock } from './platform/servers.ts'
import { openTelemetry } from './platform/telemetry.ts'
import { readInForce } from './platform/settings.ts'
import { watchSettings } from './platform/decide-settings.ts'
import { type CompliancePolicy, countActivity, openProtection, policyOf } from './protection/index.ts'
import {
  sealAllEachMinute,
  verifyAuditEachDay,
  verifyEachMinute,
  verifyPublicLogEachDay,
  verifySealsEachDay,
} from './verify-jobs.ts'
import { personalData } from './personal-data.ts'
import { openProfile } from './profile/index.ts'
import { openRealtime, type Realtime } from './realtime/index.ts'
import { grantGiven, openRewards, readVipStatuses, readVipTerms } from './rewards/index.ts'
import { openReports } from './reports/index.ts'
import { seedApp } from './seed.ts'
import { openWagering } from './wagering/index.ts'
import { settingsDefinitions } from './settings.ts'
import { betSettled, openSportsbook } from './sportsbook/index.ts'
import { openFeeds } from './feeds/index.ts'

export type OpenedApp = {
  log: Log
  metrics: Metrics
  /** From now on `/readyz` says `closing`; everything is served as before. */
  leave: () => void
  close: () => Promise<void>
}

/** Calls per player and second: above what a hurried person does, below what a program would. */
const CALLS_A_SECOND = 30
/** Calls without a session per address and second: a mobile carrier may put thousands behind one. */
const VISITS_A_SECOND = 300
const OUTBOX_DAYS_EVERY_MS = 10 * 60_000
/** Calls per operator and second: a page of tables makes several at once. */
const OPERATOR_CALLS_A_SECOND = 30
/** No statement takes this long: verifying a large ledger is the longest. */
const STATEMENT_MS = 10 * 60_000
const LAST_WORDS_MS = 1000
const PLAYER_APP = fileURLToPath(new URL('../../player/dist', import.meta.url))
const BACKOFFICE_APP = fileURLToPath(new URL('../../backoffice/dist', import.meta.url))

/**
 * Opens the app: updates the schema and fills it, one server at a time, composes the modules by plain calls, opens
 * the APIs, and starts the background jobs. `close` stops in the reverse order and loses nothing.
 */
export async function openApp(config: Config): Promise<OpenedApp> {
  const metrics = openMetrics({ ofProcess: true })
  const lost = metrics.counter('log_lines_lost_total', 'Log lines that could not be written')
  const output = standardOutput(() => lost.inc())
  const log = openLog(config.LOG_LEVEL, output, config)
  const { deps, redis, outages, reads } = await inStartTurn(
    config.DATABASE_OWNER_URL ?? config.DATABASE_URL,
    async (migrateTables) => {
      const ran = await migrateTables(migrationFolders)
      if (ran.length > 0) log.info({ ran }, 'migrated')
      const opened = await openDeps(config, log, metrics)
      await prepareDatabase(opened.deps)
      return opened
    },
  )
  let isLeaving = false
  const trouble = () => (isLeaving ? 'closing' : outages.trouble())
  const telemetry = await openTelemetry(config, { metrics, version: versionOf() })
  const { app, office, jobs, beside } = await openModules(deps, { redis, trouble, telemetry })
  await app.listen({ port: config.PORT, host: config.HOST })
  await office?.listen({ port: config.BACKOFFICE_PORT, host: config.HOST })
  log.info({ port: config.PORT, profile: config.COMPLIANCE_PROFILE }, 'open')
  return {
    log,
    metrics,
    leave: () => {
      isLeaving = true
    },
    close: async () => {
      // Together: the sockets' job closes the same server, and either would wait for connections the other closes.
      const servers = office ? [app, office] : [app]
      await Promise.all([...servers.map((each) => closeServer(each)), ...jobs.map((job) => job.stop())])
      await beside.stop() // bets that waited were still taken
      await reads.stop()
      await outages.stop()
      await deps.db.close()
      if (redis) await closeRedis(redis)
      await telemetry?.close()
      await output.flush(LAST_WORDS_MS)
    },
  }
}

/** Opens the database, and Redis if configured, and builds the deps of all modules. */
async function openDeps(config: Config, log: Log, metrics: Deps['metrics']) {
  const redis = await openRedis(config, log)
  const db = openDb({
    url: config.DATABASE_URL,
    connections: config.DATABASE_CONNECTIONS,
    onLostConnection: (error) => log.warn({ err: error }, 'an idle database connection was lost'),
    patienceMs: config.PATIENCE_MS,
    statementMs: STATEMENT_MS,
  })
  const outages = await watchOutages({ config, db, log, metrics })
  const reads = openReads({ config, db: outages.db, redis, log, metrics, statementMs: STATEMENT_MS })
  const deps: Deps = {
    config,
    log,
    db: outages.db,
    reads,
    random: systemRandom,
    metrics,
    limits: openLimits(redis),
    activity: openActivity(),
  }
  return { deps, redis, outages, reads }
}

/** Writes what must exist before the first call: outbox partitions, and the world of a first start. */
async function prepareDatabase(deps: Deps): Promise<void> {
  await checkAppRole(deps)
  await addLedgerPartitions(deps)
  // Before anything is written: it may have been off for days. The job retries failures.
  await rotateOutboxPartitions(deps.db).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'days of the outbox'),
  )
  if (deps.config.SEED_WORLD === '1') await seedApp(deps)
  await registerOwnStudio(deps)
}

/** In production the server must use the application's role. Elsewhere it logs what is wrong, and continues. */
async function checkAppRole({ config, db, log }: Deps): Promise<void> {
  const wrong = await wrongAppRole(db)
  if (wrong === undefined) return
  if (config.NODE_ENV === 'production') {
    await db.close()
    throw new Error(wrong)
  }
  log.warn({ wrong }, 'the role of the database')
}

const turnOutboxDaysOften = ({ db, log }: Deps) =>
  schedule({ name: 'outbox-days', everyMs: OUTBOX_DAYS_EVERY_MS, log, run: () => rotateOutboxPartitions(db) })

/** The caller's country comes from the proxy only; without such a proxy no country is required. */
function byCountry(
  { COUNTRY_HEADER: header }: Deps['config'],
  policy: CompliancePolicy,
): Pick<Api, 'isWithinLicence' | 'countryOf'> {
  if (header === undefined) return {}
  const reported = (request: Parameters<typeof headerOf>[0]) => headerOf(request, header)?.toUpperCase()
  return {
    isWithinLicence: (request) => policy.mayPlayFrom(reported(request)),
    countryOf: (request) => knownCountry(reported(request)),
  }
}

/** Opens identity and protection. Identity reports each sign-in and each use of a session to protection. */
async function openPlayers(deps: Deps, policy: CompliancePolicy) {
  const protection = openProtection(deps, { policy, readDeposited, readProven })
  const identity = openIdentity(deps, {
    settings: await readInForce(deps.db, identitySettingsDefinition),
    sessionTimes: policy.session,
    countActivity: async (sql, playerIds, windowMs) => {
      protection.notePlayers(playerIds)
      await countActivity(sql, playerIds, windowMs)
    },
    mayRegister: () => policy.canRegister({}),
    needsIdentity: policy.terms.identifiesAtRegistration,
    mayIdentify: protection.mayIdentify,
    readBarred: protection.readBarred,
    signedIn: (playerId) => protection.notePlayers([playerId]),
  })
  return { protection, identity }
}

/** Who calls the players' API, and how often a player may. */
function callersOf({ limits, reads }: Deps, { authenticate, endingOf }: ReturnType<typeof openIdentity>) {
  const calls = limits.limiter('calls', CALLS_A_SECOND, 1)
  return {
    authenticate,
    endingOf,
    admit: (playerId: number, counted?: number) => calls.consume(String(playerId), counted),
    wrote: (playerId: number) => reads.noteWrites([`player:${playerId}`]),
  }
}

type Beside = { redis: RedisClientType | undefined; trouble: Trouble; telemetry: Telemetry | undefined }

async function openModules(deps: Deps, { redis, trouble, telemetry }: Beside) {
  const policy = policyOf(deps.config)
  const { protection, identity } = await openPlayers(deps, policy)
  const wagering = openWagering({ deps, policy, settling: [betSettled, roundPlayed, studioRoundEnded] })
  const cashier = openCashier(deps, {
    policy,
    readVipTerms,
    inGame: readPlayersInGame,
    ...identity.confirmations,
  })
  const sportsbook = openSportsbook(deps, { policy })
  const feeds = openFeeds(deps, sportsbook)
  const games = openGames(deps, { policy })
  const rewards = openRewards(deps, { policy })
  const messages = openMessages(deps, { grants: grantGiven })
  const campaigns = openCampaigns(deps, { readVipLevels: readVipStatuses })
  const profile = openProfile({
    deps,
    policy,
    credentialsOf: identity.credentialsOf,
    confirmOwner: identity.confirmOwner,
    identifyWithinRate: identity.identifyWithinRate,
    personalData,
    requestWithdrawal: cashier.requestWithdrawal,
    identify: protection.identify,
  })

  const app = await openServer(deps, telemetry)
  const visits = deps.limits.limiter('visits', VISITS_A_SECOND, 1)
  const maintenance = openMaintenance(deps)
  const gate = { admitVisitor: (ip: string) => visits.consume(ip), closedNow: maintenance.closedNow }
  const api: Api = {
    app,
    ...callersOf(deps, identity),
    ...gate,
    patienceMs: deps.config.PATIENCE_MS,
    ...byCountry(deps.config, policy),
  }
  const realtime = openRealtime(deps, {
    api,
    redis,
    readPrices: sportsbook.readPrices,
    readVersions: sportsbook.readVersions,
    readRoom: games.readRoom,
    leaveGame: games.leaveGame,
    hasGameBonus: policy.hasRewards('stakes'),
    maintenance,
  })
  for (const module of [identity, protection, cashier, sportsbook, feeds, games, rewards, messages, profile])
    module.routes(api)
  publicLogRoutes(api, deps)
  const office = deps.config.BACKOFFICE_PORT === 0 ? undefined : await openServer(deps, telemetry)
  openBackofficeApi(deps, {
    apps: office ? [app, office] : [app],
    support: messages.support,
    campaigns,
    held: rewards.held,
    cashier,
    sportsbook,
    gate,
  })
  if (office) await serveOnePage(office, { folder: BACKOFFICE_APP, log: deps.log })
  serveHealth(api, deps, trouble)
  serveDocs(app, deps.config.publicUrl)
  const { log, config } = deps
  const { pages: known } = sportsbook
  await servePages(app, { api, folder: PLAYER_APP, log, config, known, langs: langsOf(policy) })

  const jobs = [
    maintenance.job(),
    realtime,
    ...ledgerJobs(deps),
    ...identity.jobs(),
    ...protection.registerJobs(),
    ...protection.documentJobs(),
    protection.coolOffJob(),
    protection.harmJob(readTopUpDays),
    ...protection.personJobs(topupCredited),
    ...wagering.jobs(),
    ...cashier.jobs(),
    ...sportsbook.jobs(),
    ...feeds.jobs(),
    ...games.jobs(),
    ...rewards.jobs(),
    ...messages.jobs(),
    ...campaigns.jobs(),
    ...profile.jobs(),
    ...ownJobs(deps, { policy, cashier, realtime }),
  ]
  return { app, office, jobs, beside: sportsbook.join() }
}

/** The languages that the profile allows. */
const langsOf = ({ terms }: CompliancePolicy) =>
  new Set(terms.locales === 'all' ? textLanguages : [terms.locales])

/** This version, from its package. */
const versionOf = (): string =>
  z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))).version

type OwnJobsNeeds = {
  policy: CompliancePolicy
  cashier: ReturnType<typeof openCashier>
  realtime: Pick<Realtime, 'connected'>
}

/** Jobs without calls: reports to the state, verification, seals, the public log, and monitoring. */
const ownJobs = (deps: Deps, { policy, cashier, realtime: { connected } }: OwnJobsNeeds) => [
  ...openReports(deps, { policy }).jobs(),
  verifyEachMinute(deps, cashier.haltPayouts),
  verifyAuditEachDay(deps),
  sealAllEachMinute(deps),
  verifySealsEachDay(deps),
  appendEachSecond(deps),
  verifyPublicLogEachDay(deps),
  watchSettings(deps, settingsDefinitions),
  watchClock(deps),
  turnOutboxDaysOften(deps),
  reportServer(deps, { version: versionOf(), connected }),
]

/**
 * The operators' API, separate from the players': own sessions, tokens, and a permission for each call. On the
 * players' origin for programs, and on the back office's, whose page calls only its own origin.
 */
function openBackofficeApi(
  deps: Deps,
  {
    apps,
    cashier: { reviews, bank },
    gate: { admitVisitor, closedNow },
    ...modules
  }: Pick<Parameters<typeof openBackoffice>[1], 'support' | 'campaigns' | 'held' | 'sportsbook'> & {
    apps: readonly OperatorApi['app'][]
    gate: Pick<OperatorApi, 'admitVisitor'> & Pick<Maintenance, 'closedNow'>
    cashier: { reviews: WithdrawalReviews; bank: BankQuestions }
  },
): void {
  const operators = openOperators(deps)
  const calls = deps.limits.limiter('operator-calls', OPERATOR_CALLS_A_SECOND, 1)
  const backoffice = openBackoffice(deps, {
    ...modules,
    closedNow,
    operators,
    reviews,
    bank,
    definitions: settingsDefinitions,
  })
  for (const app of apps)
    backoffice.routes({
      app,
      authenticate: (token, isUse) => authenticateOperator(operators, token, isUse),
      admit: (operatorId) => calls.consume(String(operatorId)),
      admitVisitor,
      wrote: (operatorId) => deps.reads.noteWrites([`operator:${operatorId}`]),
    })
}

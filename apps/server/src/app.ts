import { fileURLToPath } from 'node:url'
import type { RedisClientType } from 'redis'
import { openBackoffice } from './backoffice/index.ts'
import { openCashier } from './cashier/index.ts'
import { gamesSettingsDefinition, openGames } from './games/index.ts'
import {
  authenticateOperator,
  identitySettingsDefinition,
  openIdentity,
  openOperators,
} from './identity/index.ts'
import { composeReaders } from './compose.ts'
import { migrationFolders } from './migrations.ts'
import type { Config } from './platform/config.ts'
import { migrate, openDb } from './platform/db/index.ts'
import { serveDocs } from './platform/http/docs.ts'
import { serveHealth } from './platform/http/health.ts'
import { servePages } from './platform/http/pages.ts'
import type { Api } from './platform/http/serve.ts'
import type { OperatorApi } from './platform/http/serve-operator.ts'
import { closeServer, openServer } from './platform/http/server.ts'
import type { Deps } from './platform/deps.ts'
import { openLimits } from './platform/limits.ts'
import { type Log, openLog } from './platform/log.ts'
import { openMetrics } from './platform/metrics.ts'
import { sweepOutbox } from './platform/outbox.ts'
import { systemRandom } from './platform/random.ts'
import { closeRedis, openRedis } from './platform/redis.ts'
import { schedule } from './platform/schedule.ts'
import { readInForce } from './platform/settings/settings.ts'
import { openProtection, policyOf } from './protection/index.ts'
import { verifyEachMinute } from './verify.ts'
import { openRealtime } from './realtime/index.ts'
import { seedApp } from './seed.ts'
import { settingsDefinitions } from './settings.ts'
import { openSportsbook, sportsbookSettingsDefinition } from './sportsbook/index.ts'

export type OpenedApp = { log: Log; close: () => Promise<void> }

/** Calls a player may make in a second: above what a hurried person does, below what a program would. */
const CALLS_A_SECOND = 30
/** Calls without a session from one address in a second: a mobile carrier may put thousands behind one. */
const VISITS_A_SECOND = 300
/** Calls an operator may make in a second: a page of tables asks for several at once. */
const OPERATOR_CALLS_A_SECOND = 30
const SWEEP_EVERY_MS = 10 * 60_000
const PLAYER_APP = fileURLToPath(new URL('../../player/dist', import.meta.url))

/**
 * Opens the house: brings the schema up to date, joins the modules by plain calls, opens the APIs, and starts
 * what runs beside the requests. `close` stops in the opposite order and loses nothing.
 */
export async function openApp(config: Config): Promise<OpenedApp> {
  const log = openLog(config.LOG_LEVEL)
  const ran = await migrate(config.DATABASE_URL, migrationFolders)
  if (ran.length > 0) log.info({ ran }, 'migrated')
  const redis = await openRedis(config, log)
  const deps: Deps = {
    config,
    log,
    db: openDb({
      url: config.DATABASE_URL,
      connections: config.DATABASE_CONNECTIONS,
      onLostConnection: (error) => log.warn({ err: error }, 'an idle database connection was lost'),
    }),
    random: systemRandom,
    metrics: openMetrics(),
    limits: openLimits(redis),
  }
  if (config.SEED_WORLD === '1') await seedApp(deps)
  const { app, jobs } = await openModules(deps, redis)
  await app.listen({ port: config.PORT, host: config.HOST })
  log.info({ port: config.PORT, profile: config.COMPLIANCE_PROFILE }, 'open')
  return {
    log,
    close: async () => {
      // Together: the sockets' job closes the same server, and either would wait for connections the other lets go.
      await Promise.all([closeServer(app), ...jobs.map((job) => job.stop())])
      await deps.db.close()
      if (redis) await closeRedis(redis)
    },
  }
}

async function openModules(deps: Deps, redis: RedisClientType | undefined) {
  const policy = policyOf(deps.config)
  const { standings, netLossToday, readVip, ...readers } = composeReaders(deps, policy)
  const identity = openIdentity(deps, {
    ...readers,
    settings: await readInForce(deps.db, identitySettingsDefinition),
    sessionTimes: policy.session,
    mayRegister: () => policy.canRegister({}),
  })
  const protection = openProtection(deps, { policy, netLossToday })
  const cashier = openCashier(deps, { policy, readVip })
  const sportsbook = openSportsbook(deps, {
    policy,
    standings,
    settings: await readInForce(deps.db, sportsbookSettingsDefinition),
  })
  const games = openGames(deps, {
    policy,
    standings,
    settings: await readInForce(deps.db, gamesSettingsDefinition),
  })

  const app = await openServer(deps)
  const calls = deps.limits.limiter('calls', CALLS_A_SECOND, 1)
  const visits = deps.limits.limiter('visits', VISITS_A_SECOND, 1)
  const api: Api = {
    app,
    authenticate: identity.authenticate,
    admit: (playerId) => calls.take(String(playerId)),
    admitVisitor: (ip) => visits.take(ip),
  }
  const realtime = openRealtime(deps, { api, redis, readFixtures: sportsbook.readWireFixtures })
  for (const module of [identity, protection, cashier, sportsbook, games]) module.routes(api)
  openBackofficeApi(deps, app, (ip) => visits.take(ip))
  serveHealth(app, deps)
  serveDocs(app, deps.config.publicUrl)
  await servePages(app, PLAYER_APP, deps.log)

  const { db, log } = deps
  const sweep = { name: 'sweep-outbox', everyMs: SWEEP_EVERY_MS, log, run: () => sweepOutbox(db) }
  const jobs = [
    realtime,
    ...identity.jobs(),
    ...cashier.jobs(),
    ...sportsbook.jobs(),
    verifyEachMinute(deps, cashier.haltPayouts),
    schedule(sweep),
  ]
  return { app, jobs }
}

/** The operators' API, apart from the players': other sessions, other tokens, and a permission for each call. */
function openBackofficeApi(deps: Deps, app: Api['app'], admitVisitor: OperatorApi['admitVisitor']): void {
  const operators = openOperators(deps)
  const calls = deps.limits.limiter('operator-calls', OPERATOR_CALLS_A_SECOND, 1)
  openBackoffice(deps, { operators, definitions: settingsDefinitions }).routes({
    app,
    authenticate: (token, isUse) => authenticateOperator(operators, token, isUse),
    admit: (operatorId) => calls.take(String(operatorId)),
    admitVisitor,
  })
}

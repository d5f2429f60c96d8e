import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { cashierSettingsDefinition } from '../../apps/server/src/cashier/settings.ts'
import {
  bankEnvironment,
  type SandboxBank,
  startSandboxBank,
} from '../../apps/server/src/cashier/testing/start-sandbox.ts'
import { bankFaultOf, calmChains, troubleChains } from '../../apps/server/src/cashier/testing/storm-faults.ts'
import { stormGateway } from '../../apps/server/src/cashier/testing/storm-sums.ts'
import { competitions } from '../../apps/server/src/feeds/simulator/calendar.ts'
import type { Deps } from '../../apps/server/src/platform/deps.ts'
import { approveSetting, proposeSetting } from '../../apps/server/src/platform/decide-settings.ts'
import type { Draw } from '../adversary/fuzz.ts'
import { type KilledApp, killed, openKilledApp, startServer } from '../chaos/killed-app.ts'
import { type KilledStudio, openKilledStudio, studioTerms } from '../chaos/killed-studio.ts'
import { withDeps } from '../chaos/world.ts'
import { compiledFolder } from '../start/environments.ts'
import { freePort } from '../test/free-port.ts'

/** A match for bettors: recently seen prices. */
type Seen = {
  matchStatus: number
  markets: { status: string; outcomes: { outcomeId: string; priceMilli: number; status: string }[] }[]
}

/** A simulated match; ended once its simulator says so. */
export type Match = { fixtureId: string; sport: string; seen: Seen | undefined; isEnded: boolean }

/** Two servers on one database, and bank, chains and studio, each of which can be killed. */
export type World = {
  /** The servers' addresses; a restarting one does not answer. */
  urls: () => readonly string[]
  bank: SandboxBank
  studio: KilledStudio
  ownerUrl: string
  matches: readonly Match[]
  /** Schedules matches until this many are open, and reads their prices. */
  keepMatches: (draw: Draw, open: number) => Promise<void>
  /** Finishes every match. */
  endMatches: () => Promise<void>
  /** Causes one fault and waits until it is over. Returns its description. */
  trouble: (draw: Draw) => Promise<string>
  /** Enables random faults of bank and chains. */
  troubleOutside: (draw: Draw) => Promise<number>
  /** Disables all faults. */
  calm: () => Promise<void>
  /** The test's own deps over the same database and bank. */
  withDeps: <T>(work: (deps: Deps) => Promise<T>) => Promise<T>
  firstBankCents: number
  /** The servers' last log lines. */
  lastWords: () => string
  close: () => Promise<void>
}

/** Match seconds per second: a day of play in ten minutes, a football match in three quarters of one. */
export const MATCH_SPEED = 144
const CLOCKS_OFF_MS = [0, 300_000, -300_000]
const LAST_WORDS = 4000
const BANK_FAULTS_AT_ONCE = 6

/** Opens everything empty, without a calendar: matches are scheduled on demand. */
export async function openWorld(): Promise<World> {
  const closers: (() => Promise<void>)[] = []
  try {
    return await openAll(closers)
  } catch (error) {
    await closeAll(closers)
    throw error
  }
}

/** Closed in reverse order. */
async function closeAll(closers: readonly (() => Promise<void>)[]): Promise<void> {
  for (const close of closers.toReversed()) await close()
}

async function openAll(closers: (() => Promise<void>)[]): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-soak-'))
  chmodSync(folder, 0o755) // the database's user must be able to enter it
  const bank = await startSandboxBank()
  closers.push(bank.stop)
  const terms = await studioTerms()
  const env = {
    ...bankEnvironment(bank.url),
    SANDBOX_URL: bank.url,
    PIX_PAYOUT_BATCH: '20',
    STUDIO_URL: `http://127.0.0.1:${terms.port}`,
    STUDIO_KEY_ID: terms.keyId,
    STUDIO_SECRET: terms.secret,
    TRUST_PROXY: '1', // each player has its own address
    SIMULATOR_SPEED: '0', // each match has its own
    SEED_WORLD: '0',
    NODE_COMPILE_CACHE: compiledFolder,
    LOG_LEVEL: 'error',
  }
  const app = await openKilledApp({ env, folder })
  closers.push(app.close)
  const studio = await openKilledStudio(terms, { walletUrl: app.url, ownerUrl: app.ownerUrl, folder })
  closers.push(studio.close)
  const second = await openSecond(app, folder, { ...env, PUBLIC_URL: app.url })
  closers.push(second.stop)
  const own = <T>(work: (deps: Deps) => Promise<T>) => withDeps(app.databaseUrl, work, env)
  await calmChains(bank)
  await own(acceptUsdt)
  const matches: Match[] = []
  return {
    urls: () => [app.url, second.url],
    bank,
    studio,
    ownerUrl: app.ownerUrl,
    matches,
    keepMatches: (draw, open) => keepMatches(app.url, matches, { draw, open }),
    endMatches: async () => {
      for (const match of matches) await endMatch(app.url, match)
    },
    trouble: (draw) => draw.pick(troubles)({ app, studio, bank, second, draw }),
    troubleOutside: async (draw) => {
      const chance = () => draw.below(1_000_000) / 1_000_000
      for (let armed = 0; armed < BANK_FAULTS_AT_ONCE; armed += 1) await bank.arm(bankFaultOf(chance))
      await troubleChains(bank, chance)
      return BANK_FAULTS_AT_ONCE + 1
    },
    calm: async () => {
      await bank.disarm()
      await calmChains(bank)
      await second.kill(0)
      await app.killServer()
    },
    withDeps: own,
    firstBankCents: await own((deps) => stormGateway({ deps }).readBalance()),
    lastWords: () => readFileSync(join(folder, 'server.log'), 'utf8').slice(-LAST_WORDS),
    close: () => closeAll(closers),
  }
}

type Second = { url: string; kill: (clockOffMs: number) => Promise<void>; stop: () => Promise<void> }

/** The second server, whose clock may be wrong. It can be killed and restarted with another clock. */
async function openSecond(app: KilledApp, folder: string, env: Record<string, string>): Promise<Second> {
  const port = await freePort()
  const preload = pathToFileURL(join(import.meta.dirname, 'set-clock.ts')).href
  const start = (offMs: number): Promise<ChildProcess> =>
    startServer({
      url: app.databaseUrl,
      ownerUrl: app.ownerUrl,
      port,
      folder,
      env: { ...env, NODE_OPTIONS: `--import=${preload}`, SOAK_CLOCK_OFF_MS: String(offMs) },
    })
  let child = await start(0)
  return {
    url: `http://127.0.0.1:${port}`,
    kill: async (offMs) => {
      if (child.exitCode !== null) throw new Error(`a server ended by itself with ${child.exitCode}`)
      await killed(child)
      child = await start(offMs)
    },
    stop: () => killed(child),
  }
}

type Place = { app: KilledApp; studio: KilledStudio; bank: SandboxBank; second: Second; draw: Draw }

const troubles: readonly ((place: Place) => Promise<string>)[] = [
  async ({ app }) => {
    await app.killServer()
    return 'the first server was killed'
  },
  async ({ second, draw }) => {
    const offMs = draw.pick(CLOCKS_OFF_MS)
    await second.kill(offMs)
    return `the second server was killed, and came back with its clock off by ${offMs / 1000} s`
  },
  async ({ app }) => {
    await app.killPostgres()
    return 'PostgreSQL was killed'
  },
  async ({ studio }) => {
    await studio.kill()
    return 'the studio was killed'
  },
  async ({ bank }) => {
    await bank.kill()
    return 'bank and chains were killed'
  },
  async ({ app, draw }) => {
    const ms = 500 + draw.below(2500)
    app.freezePostgres('all')
    await sleep(ms)
    app.thawPostgres()
    await app.ready()
    return `PostgreSQL stood still for ${ms} ms`
  },
]

/** Players may pay in USDT, approved by two operators. */
async function acceptUsdt({ db }: Deps): Promise<void> {
  const value = { ...cashierSettingsDefinition.settable, takesUsdtTopUps: true }
  const proposal = { operatorId: 1, value, baseVersion: 0, inForceFrom: null }
  const proposed = await db.begin((tx) => proposeSetting(tx, cashierSettingsDefinition, proposal))
  if (!proposed.ok) throw new Error(proposed.refusal.code)
  const decision = { ...proposed.value, by: 2 }
  const approved = await db.begin((tx) =>
    approveSetting(tx, cashierSettingsDefinition, decision, async () => true),
  )
  if (!approved.ok) throw new Error(approved.refusal.code)
}

/** A race cannot be scheduled as a match of two. */
const meetings = competitions.filter(({ sport }) => sport !== 'racing')
const ENDED_BELOW = 0
/** Irregular endings of some percent of matches: bets are void wholly or partly. */
const CALLED_OFF_PERCENT = 8
const CALLED_OFF = ['cancelled', 'abandoned']

type Keep = { draw: Draw; open: number }

async function keepMatches(url: string, matches: Match[], { draw, open }: Keep): Promise<void> {
  const looks = matches
    .filter(({ isEnded }) => !isEnded)
    .map(async (match) => {
      const seen = await answerOf<Seen>(`${url}/api/app/sportsbook/fixture/${match.fixtureId}`)
      if (seen) match.seen = seen
      match.isEnded = seen !== undefined && seen.matchStatus < ENDED_BELOW
    })
  await Promise.all(looks)
  for (let count = matches.filter(({ isEnded }) => !isEnded).length; count < open; count += 1) {
    const { entrants, sport } = draw.pick(meetings)
    const at = draw.below(entrants.length)
    const body = {
      home: entrants[at],
      away: entrants[(at + 1 + draw.below(entrants.length - 1)) % entrants.length],
      startsInSeconds: 10 + draw.below(80),
      speed: MATCH_SPEED,
      seed: `soak-${draw.below(1_000_000_000)}`,
      ...(draw.chance(CALLED_OFF_PERCENT) && { fault: draw.pick(CALLED_OFF) }),
    }
    const made = await answerOf<{ fixtureId: string }>(`${url}/api/sandbox/match`, body)
    if (made) matches.push({ fixtureId: made.fixtureId, sport, seen: undefined, isEnded: false })
  }
}

async function endMatch(url: string, match: Match): Promise<void> {
  const path = `${url}/api/sandbox/match/${match.fixtureId}/advance`
  for (let tries = 0; tries < 20; tries += 1) if (await answerOf(path, { to: 'end' })) return
  throw new Error(`match ${match.fixtureId} does not end`)
}

/** A call's data; undefined if refused or interrupted. */
async function answerOf<T>(address: string, body?: object): Promise<T | undefined> {
  try {
    const response = await fetch(address, {
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
      signal: AbortSignal.timeout(30_000),
    })
    const { status, data } = (await response.json()) as { status: number; data: T }
    return status === 200 ? data : undefined
  } catch {
    return undefined
  }
}

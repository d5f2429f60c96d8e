import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { databaseAccount, makeClosed } from '../../apps/server/src/platform/postgres/place.ts'
import { until } from '../test/until.ts'

/** Where Debian keeps its PostgreSQL, by major version. */
const DEBIAN = '/usr/lib/postgresql'
const USER = 'palpite'
const STANZA = 'palpite'

/** What this machine lacks to back up and restore a database; empty if nothing. */
export function missingEngine(): string | undefined {
  if (binariesOfDebian() === undefined) return `PostgreSQL of Debian (${DEBIAN})`
  return spawnSync('pgbackrest', ['version']).status === 0 ? undefined : 'pgbackrest'
}

/** A PostgreSQL from Debian's packages in its own folder, reached by socket. */
export type Cluster = {
  /** The socket's folder, used as host. */
  host: string
  data: string
  /** The database `palpite`, or the named one, as the cluster's owner. */
  urlOf: (database?: string) => string
  /** In order, or at once as a crash would end it. */
  stop: (mode?: 'fast' | 'immediate') => Promise<void>
}

/** A backup repository in this folder: its configuration, and the pgBackRest call. */
export type Repository = {
  /** PostgreSQL's `archive_command`. */
  archiveCommand: string
  /** Calls pgBackRest for the stanza; throws its message on failure. */
  call: (command: string, ...options: string[]) => Promise<string>
}

/** Creates a repository for the cluster that will be in `data`. */
export function openRepository(folder: string, { data, host }: Pick<Cluster, 'data' | 'host'>): Repository {
  const own = makeClosed(folder, databaseAccount(undefined))
  const configFile = join(own, 'pgbackrest.conf')
  const config = {
    'repo1-path': join(own, 'repo'),
    'repo1-retention-full': '2',
    'log-path': join(own, 'log'),
    'lock-path': join(own, 'lock'),
    'spool-path': join(own, 'spool'),
    'log-level-console': 'warn',
    'log-level-file': 'off',
    'start-fast': 'y',
    'job-retry': '0', // what is unreadable now is damaged, not late
  }
  const stanza = { 'pg1-path': data, 'pg1-socket-path': host, 'pg1-user': USER, 'pg1-database': 'postgres' }
  writeFileSync(configFile, `[global]\n${linesOf(config)}\n[${STANZA}]\n${linesOf(stanza)}\n`)
  return repositoryOf(configFile, STANZA)
}

/** The repository of this configuration. */
export function repositoryOf(configFile: string, stanza: string): Repository {
  const named = [`--config=${configFile}`, `--stanza=${stanza}`]
  return {
    archiveCommand: `pgbackrest ${named.join(' ')} archive-push %p`,
    call: (command, ...options) => asAccount('pgbackrest', [...named, ...options, command]),
  }
}

const linesOf = (settings: Readonly<Record<string, string>>): string =>
  Object.entries(settings)
    .map(([name, value]) => `${name}=${value}`)
    .join('\n')

/** A cluster's path in this folder, before it exists. */
export function placeOf(folder: string): Pick<Cluster, 'data' | 'host'> {
  const own = makeClosed(folder, databaseAccount(undefined))
  return { data: join(own, 'data'), host: own }
}

/** Creates a cluster if needed, and starts it with these settings. */
export async function startCluster(
  { data, host }: Pick<Cluster, 'data' | 'host'>,
  settings: Readonly<Record<string, string>> = {},
): Promise<Cluster> {
  if (!existsSync(join(data, 'PG_VERSION'))) {
    const locale = ['--encoding=UTF8', '--locale=C', '--auth=trust', '--data-checksums']
    await asAccount(program('initdb'), [...locale, `--username=${USER}`, `--pgdata=${data}`])
  }
  const all = { listen_addresses: '', unix_socket_directories: host, timezone: 'UTC', ...settings }
  const options = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`)
  const log = join(host, 'postgres.log')
  await asAccount(program('pg_ctl'), [
    'start',
    '-w',
    '-t',
    '300',
    '-D',
    data,
    '-l',
    log,
    '-o',
    options.join(' '),
  ])
  return {
    host,
    data,
    urlOf: (database = 'palpite') => `postgres://${USER}@${encodeURIComponent(host)}:5432/${database}`,
    stop: async (mode = 'fast') => {
      await asAccount(program('pg_ctl'), ['stop', '-w', '-m', mode, '-D', data])
    },
  }
}

/** Copies a running cluster into an empty place and starts the copy, which follows the other from there. */
export async function startStandby(
  place: Pick<Cluster, 'data' | 'host'>,
  of: Pick<Cluster, 'host'>,
): Promise<Cluster> {
  const from = [
    '-h',
    of.host,
    '-p',
    '5432',
    '-U',
    USER,
    '-c',
    'fast',
    '-X',
    'stream',
    '--write-recovery-conf',
  ]
  await asAccount(program('pg_basebackup'), [...from, '-D', place.data])
  return startCluster(place)
}

/** Up to when: a moment, or a restore point by its name; without either as far as the archive goes. */
export type Target = { at?: string; name?: string }

/** Restores the newest backup into an empty folder and starts it without archiving; settles once it is at its target. */
export async function restoreInto(
  place: Pick<Cluster, 'data' | 'host'>,
  repository: Pick<Repository, 'call'>,
  target: Target = {},
): Promise<Cluster> {
  if (existsSync(place.data)) throw new Error(`${place.data} is there already: a copy is restored beside it`)
  makeClosed(place.data, databaseAccount(undefined))
  const limits = [
    ...(target.at === undefined ? [] : ['--type=time', `--target=${target.at}`]),
    ...(target.name === undefined ? [] : ['--type=name', `--target=${target.name}`]),
  ]
  const promote = limits.length > 0 ? ['--target-action=promote'] : []
  await repository.call('restore', `--pg1-path=${place.data}`, '--archive-mode=off', ...limits, ...promote)
  // A hot standby would answer while it still replays: its rows would be those of an earlier moment than the target.
  const copy = await startCluster(place, { hot_standby: 'off' })
  await until('the copy has replayed the log', () => isReplayed(copy), { patienceMs: REPLAY_MS })
  return copy
}

/** The log of weeks may follow a backup. */
const REPLAY_MS = 24 * 60 * 60_000
/** PostgreSQL's code for "not yet": what it answers while it replays. */
const CANNOT_CONNECT_NOW = '57P03'

/** Whether the cluster accepts connections; throws if it has ended. */
async function isReplayed({ urlOf, host }: Cluster): Promise<boolean> {
  const client = new pg.Client({ connectionString: urlOf('postgres') })
  try {
    await client.connect()
    return true
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === CANNOT_CONNECT_NOW) return false
    throw new Error(`the copy ended while it replayed the log: see ${join(host, 'postgres.log')}`, {
      cause: error,
    })
  } finally {
    await client.end()
  }
}

/** Runs a program as the database's user; returns its output, or throws it on failure. */
function asAccount(command: string, args: readonly string[]): Promise<string> {
  const env = { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' }
  // A started server would keep the parent's pipes open.
  const stdio = args[0] === 'start' ? ('ignore' as const) : ('pipe' as const)
  const child = spawn(command, args, { ...databaseAccount(undefined), env, cwd: '/', stdio })
  let said = ''
  child.stdout?.on('data', (words: Buffer) => (said += words.toString()))
  child.stderr?.on('data', (words: Buffer) => (said += words.toString()))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) =>
      code === 0 ? resolve(said) : reject(new Error(`${command} ${args.join(' ')}: ${said.trim()}`)),
    )
  })
}

const program = (name: string): string => join(String(binariesOfDebian()), name)

/** The newest Debian PostgreSQL folder; undefined if none. */
export function binariesOfDebian(): string | undefined {
  if (!existsSync(DEBIAN)) return undefined
  const versions = readdirSync(DEBIAN)
    .map(Number)
    .filter((version) => existsSync(join(DEBIAN, String(version), 'bin', 'postgres')))
  return versions.length > 0 ? join(DEBIAN, String(Math.max(...versions)), 'bin') : undefined
}

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, closeSync, existsSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseAccount, makeClosed } from '../../apps/server/src/platform/postgres/place.ts'
import { binariesOfDebian } from '../backup/engine.ts'
import { freePort } from '../test/free-port.ts'
import { until } from '../test/until.ts'

/** The Debian packages needed; none is missing if all are there. */
const PROGRAMS = ['patroni', 'etcd', 'haproxy']
const WITHIN = { patienceMs: 120_000, pauseMs: 200 }

/** What is missing on this machine to run PostgreSQL with replicas; undefined if nothing. */
export function missingForCluster(): string | undefined {
  if (binariesOfDebian() === undefined) return 'PostgreSQL of Debian'
  return PROGRAMS.find((name) => !isInstalled(name))
}

const isInstalled = (name: string): boolean =>
  ['/usr/bin', '/usr/sbin', '/usr/local/bin'].some((folder) => existsSync(join(folder, name)))

type Role = 'leader' | 'sync_standby' | 'replica'
type Member = { name: string; role: Role; state: string }

/** PostgreSQL with one writer and replicas, behind one address that leads to the writer. */
export type DatabaseCluster = {
  /** Leads to the writer, as the cluster's owner. */
  urlOf: (database: string) => string
  /** The writer and its replicas, as they report themselves; undefined while there is no leader. */
  members: () => Promise<Member[] | undefined>
  /** Settles once there is a leader, a synchronous replica, and all others follow. */
  whole: () => Promise<void>
  /**
   * Waits until the cluster is complete, then kills the writer's machine: PostgreSQL and its supervisor, without
   * notice. Returns its name.
   */
  killLeader: () => Promise<string>
  /** Starts a killed node. */
  revive: (name: string) => Promise<void>
  stop: () => Promise<void>
}

type Node = { name: string; api: number; port: number; folder: string; configFile: string }
type Options = {
  folder: string
  nodes?: number
  /** Whether an acknowledged commit is on another node too. Without it the test measures what is lost with a node. */
  synchronous?: boolean
}

/**
 * Starts etcd, this many nodes of PostgreSQL under Patroni, and HAProxy before them, all on this machine and in this
 * folder. A node silent for half a minute is replaced.
 */
export async function openCluster({
  folder,
  nodes = 3,
  synchronous = true,
}: Options): Promise<DatabaseCluster> {
  const own = makeClosed(folder, databaseAccount(undefined))
  const password = randomBytes(16).toString('hex')
  const [etcdPort, peerPort, frontPort] = [await freePort(), await freePort(), await freePort()]
  const etcd = run(own, 'etcd', [
    `--data-dir=${join(own, 'etcd')}`,
    `--listen-client-urls=http://127.0.0.1:${etcdPort}`,
    `--advertise-client-urls=http://127.0.0.1:${etcdPort}`,
    `--listen-peer-urls=http://127.0.0.1:${peerPort}`,
    `--initial-advertise-peer-urls=http://127.0.0.1:${peerPort}`,
    `--initial-cluster=default=http://127.0.0.1:${peerPort}`,
  ])
  await until('etcd answers', () => isFine(`http://127.0.0.1:${etcdPort}/health`), WITHIN)
  const all = await Promise.all(
    Array.from({ length: nodes }, (_, at) => nodeOf(own, { at, etcdPort, password, synchronous })),
  )
  const processes = new Map(all.map((node) => [node.name, run(own, 'patroni', [node.configFile], node.name)]))
  const proxy = run(own, 'haproxy', ['-f', proxyConfig(own, frontPort, all)])

  const members = async (): Promise<Member[] | undefined> => {
    for (const { api } of all) {
      const seen = await fetch(`http://127.0.0.1:${api}/cluster`).catch(() => undefined)
      if (!seen?.ok) continue
      const { members: found } = (await seen.json()) as { members: Member[] }
      if (found.some(({ role }) => role === 'leader')) return found
    }
    return undefined
  }
  const whole = async () => {
    const isWhole = async () => {
      const found = await members()
      const following = found?.filter(({ state }) => state === 'running' || state === 'streaming') ?? []
      const hasSecond = !synchronous || following.some(({ role }) => role === 'sync_standby')
      return following.length === nodes && hasSecond
    }
    await until('one leads and all others follow', isWhole, WITHIN)
    const leader = (await members())?.find(({ role }) => role === 'leader')
    const api = all.find(({ name }) => name === leader?.name)?.api
    await until('the proxy may lead there', () => isFine(`http://127.0.0.1:${api}/primary`), WITHIN)
  }
  const cluster: DatabaseCluster = {
    urlOf: (database) => `postgres://palpite:${password}@127.0.0.1:${frontPort}/${database}`,
    members,
    whole,
    killLeader: async () => {
      await whole()
      const leader = await until('somebody leads', async () => {
        const found = await members()
        return found?.find(({ role }) => role === 'leader')?.name
      })
      const node = all.find(({ name }) => name === leader)
      if (!node) throw new Error(`${leader} is not one of the nodes`)
      await killAll(node, processes.get(leader))
      return leader
    },
    revive: async (name) => {
      const node = all.find((one) => one.name === name)
      if (!node) throw new Error(`${name} is not one of the nodes`)
      processes.set(name, run(own, 'patroni', [node.configFile], name))
    },
    stop: async () => {
      for (const node of all) await killAll(node, processes.get(node.name))
      for (const child of [proxy, etcd]) child.kill('SIGKILL')
    },
  }
  await whole()
  return cluster
}

type NodeTerms = { at: number; etcdPort: number; password: string; synchronous: boolean }

async function nodeOf(own: string, { at, etcdPort, password, synchronous }: NodeTerms): Promise<Node> {
  const [api, port] = [await freePort(), await freePort()]
  const name = `node${at + 1}`
  const folder = makeClosed(join(own, name), databaseAccount(undefined))
  const configFile = join(folder, 'patroni.yml')
  const as = (username: string) => ({ username, password })
  const config = {
    scope: 'palpite',
    name,
    restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
    etcd3: { host: `127.0.0.1:${etcdPort}` },
    bootstrap: {
      dcs: {
        ttl: 30,
        loop_wait: 2,
        retry_timeout: 10, // a busy machine alone causes no failover
        primary_start_timeout: 0, // a failed leader is replaced, not waited for
        maximum_lag_on_failover: 1_048_576,
        synchronous_mode: synchronous,
        // Without a second node nothing is acknowledged.
        synchronous_mode_strict: synchronous,
        postgresql: { use_pg_rewind: true, use_slots: true, parameters: PARAMETERS },
      },
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: join(folder, 'data'),
      bin_dir: binariesOfDebian(),
      pgpass: join(folder, 'pgpass'),
      authentication: {
        superuser: as('palpite'),
        replication: as('replicator'),
        rewind: as('rewinder'),
      },
      pg_hba: [
        'local all all scram-sha-256',
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication replicator 127.0.0.1/32 scram-sha-256',
      ],
      parameters: { unix_socket_directories: folder },
    },
  }
  writeFileSync(configFile, JSON.stringify(config)) // JSON is valid YAML
  chmodSync(configFile, 0o644) // in a folder that only the database's account can enter
  return { name, api, port, folder, configFile }
}

const PARAMETERS = {
  max_connections: 100,
  shared_buffers: '128MB',
  max_wal_size: '1GB',
  wal_keep_size: '512MB',
  timezone: 'UTC',
  synchronous_commit: 'on',
}

/** Leads to the node that reports itself as writer, and closes connections to one that no longer does. */
function proxyConfig(own: string, frontPort: number, nodes: readonly Node[]): string {
  const file = join(own, 'haproxy.cfg')
  const servers = nodes.map(({ name, port, api }) => `  server ${name} 127.0.0.1:${port} check port ${api}`)
  const lines = [
    'global',
    '  maxconn 1000',
    'defaults',
    '  mode tcp',
    '  timeout connect 2s',
    '  timeout client 1h',
    '  timeout server 1h',
    '  timeout check 2s',
    'listen primary',
    `  bind 127.0.0.1:${frontPort}`,
    '  option httpchk OPTIONS /primary',
    '  http-check expect status 200',
    '  default-server inter 500ms fall 2 rise 1 on-marked-down shutdown-sessions',
    ...servers,
  ]
  writeFileSync(file, `${lines.join('\n')}\n`)
  chmodSync(file, 0o644)
  return file
}

/** Runs a program as the database's account, with its output in its own file. */
function run(own: string, command: string, args: readonly string[], name = command): ChildProcess {
  const log = openSync(join(own, `${name}.log`), 'a')
  const env = { PATH: `${process.env['PATH']}:/usr/sbin`, LC_ALL: 'C', TZ: 'UTC', HOME: own }
  const child = spawn(command, args, {
    ...databaseAccount(undefined),
    env,
    cwd: own,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  child.once('error', () => {}) // reported where it is waited for
  return child
}

/** The supervisor first: it would restart PostgreSQL. */
async function killAll({ folder }: Node, watcher: ChildProcess | undefined): Promise<void> {
  watcher?.kill('SIGKILL')
  const pids = processesOf(join(folder, 'data'))
  for (const pid of pids) kill(pid)
  await until('the node is gone', () => processesOf(join(folder, 'data')).length === 0)
}

/** PostgreSQL and its processes of this data folder. */
function processesOf(data: string): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n')
  const rows = lines.map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line)).filter((row) => row !== null)
  const parents = rows.filter(([, , , args]) => args?.includes('postgres') && args.includes(`-D ${data}`))
  const own = new Set(parents.map(([, pid]) => pid))
  return rows.filter(([, pid, ppid]) => own.has(pid) || own.has(ppid)).map(([, pid]) => Number(pid))
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error // it ended by itself
  }
}

const isFine = (address: string): Promise<boolean> =>
  fetch(address).then(
    ({ ok }) => ok,
    () => false,
  )

import { createHash } from 'node:crypto'
import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  realpathSync,
  statSync,
  readFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A cluster's location: `home` holds the data folder, the logs and, if needed, a copy of the binaries. */
export type Place = {
  home: string
  data: string
  socket: string
  /** Output of a start before the server keeps its own log. */
  startLog: string
  /** The server's own log. */
  log: string
  account: Account
}

/** The longest path a Unix socket may have, in bytes without the closing zero. */
const SOCKET_PATH_MAX_BYTES = process.platform === 'darwin' ? 103 : 107
const SOCKET_NAME = '.s.PGSQL.5432'

/**
 * Decides the location of this data folder's cluster, and creates the folders. Inside the data folder if the
 * database's account can reach it; else under /var/lib or the temp folder, under a name derived from the data
 * folder's path, so that the next start finds it again.
 */
export function findPlace(dataDir: string): Place {
  makeOpen(dataDir)
  const real = realpathSync(dataDir)
  const inside = join(real, 'postgres')
  const away = awayHome(real)
  const home = [inside, away].find((folder) => existsSync(join(folder, 'data', 'PG_VERSION')))
  const account = databaseAccount(home ? statSync(join(home, 'data')).uid : undefined)
  if (home === inside && !canEnter(real, account)) {
    throw new Error(
      `the database in ${inside} exists, but its account can no longer enter ${real}; open that folder again`,
    )
  }
  const chosen = home ?? (canEnter(real, account) ? inside : away)
  makeOpen(chosen)
  refuseForeign(chosen)
  return {
    home: chosen,
    data: join(chosen, 'data'),
    socket: makeClosed(socketFolder(chosen, account), account),
    startLog: join(chosen, 'start.log'),
    log: join(makeClosed(join(chosen, 'log'), account), 'postgres.log'),
    account,
  }
}

function awayHome(dataDir: string): string {
  const name = `palpite-${shortHash(dataDir)}`
  return join(isWritable('/var/lib') ? '/var/lib' : tmpdir(), name)
}

/** The socket's folder: beside the data, or a short temp folder if that path is too long for a socket. */
function socketFolder(home: string, account: Account): string {
  const beside = join(home, 'socket')
  if (Buffer.byteLength(join(beside, SOCKET_NAME)) <= SOCKET_PATH_MAX_BYTES) return beside
  const name = `palpite-${account.uid ?? process.getuid?.() ?? 0}-${shortHash(home)}`
  const inTemp = join(tmpdir(), name)
  return Buffer.byteLength(join(inTemp, SOCKET_NAME)) <= SOCKET_PATH_MAX_BYTES ? inTemp : join('/tmp', name)
}

/**
 * A folder others may traverse but not change. Created by itself: a recursive mkdir would give its mode to the
 * parents too.
 */
function makeOpen(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(folder)
  chmodSync(folder, 0o755)
}

/** A folder for the account alone. The temp folder is shared, so an existing one must be ours. */
export function makeClosed(folder: string, account: Account): string {
  if (!existsSync(folder)) {
    mkdirSync(folder, { mode: 0o700 })
    if (account.uid !== undefined && account.gid !== undefined) chownSync(folder, account.uid, account.gid)
  }
  const found = lstatSync(folder)
  const owner = account.uid ?? process.getuid?.()
  if (!found.isDirectory() || (owner !== undefined && found.uid !== owner)) {
    throw new Error(`${folder} belongs to someone else; remove it and start again`)
  }
  chmodSync(folder, 0o700)
  return folder
}

/** Binaries and logs in `home` are trusted: it must belong to the caller, not to an attacker in /tmp. */
function refuseForeign(home: string): void {
  const found = lstatSync(home)
  if (
    !found.isDirectory() ||
    ![process.getuid?.() ?? found.uid, statSync(dirname(home)).uid].includes(found.uid)
  ) {
    throw new Error(`${home} belongs to someone else; remove it and start again`)
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK)
    return true
  } catch {
    return false
  }
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)

/**
 * Creates a folder and its missing parents. Node's recursive mkdir never returns below `/proc`, where a folder exists
 * but nothing can be created in it; this one fails at the first that cannot be created.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  makeFolder(dirname(folder))
  try {
    mkdirSync(folder)
  } catch (error) {
    if (!existsSync(folder)) throw error // otherwise another start has just created it
  }
}

/** The ids a process runs under; empty means the caller's. */
export type Account = { uid?: number; gid?: number }

/** In order of preference. PostgreSQL refuses root, and initdb needs an account with a name. */
const SERVICE_ACCOUNTS = ['postgres', '_postgres', 'nobody', 'daemon']

/**
 * The account that runs the database. For an ordinary user: their own. For root: the owner of an existing cluster (an
 * ordinary user may have created it), else the machine's first service account.
 */
export function databaseAccount(ownerUid: number | undefined): Account {
  if (process.getuid?.() !== 0) return {}
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n').map(readAccount)
  const owner = ownerUid ? accounts.find((account) => account.uid === ownerUid) : undefined
  const service = SERVICE_ACCOUNTS.map((name) => accounts.find((account) => account.name === name))
  const chosen = owner ?? service.find((account) => account !== undefined && account.uid > 0)
  if (!chosen) {
    throw new Error(
      `PostgreSQL does not run as root, and none of the accounts ${SERVICE_ACCOUNTS.join(', ')} exists; set DATABASE_URL or start as an ordinary user`,
    )
  }
  return { uid: chosen.uid, gid: chosen.gid }
}

function readAccount(line: string): { name: string; uid: number; gid: number } {
  const [name = '', , uid, gid] = line.split(':')
  return { name, uid: Number(uid), gid: Number(gid) }
}

/**
 * Whether the account may enter this folder, by the mode of each folder on the path. Checked before anything is
 * created: a clone under `/root` or with umask 077 is closed to a service account.
 */
export function canEnter(folder: string, account: Account): boolean {
  if (account.uid === undefined) return true
  const here = statSync(folder)
  const bit = here.uid === account.uid ? 0o100 : here.gid === account.gid ? 0o010 : 0o001
  if ((here.mode & bit) === 0) return false
  return dirname(folder) === folder || canEnter(dirname(folder), account)
}

import { readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The ids a process runs under; empty means "as whoever calls". */
export type Account = { uid?: number; gid?: number }

/** Preferred first. PostgreSQL refuses root, and initdb wants an account that has a name. */
const SERVICE_ACCOUNTS = ['postgres', '_postgres', 'nobody', 'daemon']

/**
 * Who runs the database. An ordinary user: themselves. Root: the owner of a cluster that is already there
 * (it may have been made by an ordinary user before), else the first service account of the machine.
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
 * Whether the account may walk into this folder, judged by the mode of each folder on the way. Asked before
 * anything is created: a clone under `/root` or made with umask 077 is closed to a service account.
 */
export function canEnter(folder: string, account: Account): boolean {
  if (account.uid === undefined) return true
  const here = statSync(folder)
  const bit = here.uid === account.uid ? 0o100 : here.gid === account.gid ? 0o010 : 0o001
  if ((here.mode & bit) === 0) return false
  return dirname(folder) === folder || canEnter(dirname(folder), account)
}

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** Whether a process with this id lives. One that we may not signal lives too. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** A dead child of a careless parent (a container without an init process) still answers signal 0. */
function isZombie(pid: number): boolean {
  if (process.platform !== 'linux') return false
  const stat = readLines(`/proc/${pid}/stat`)[0] ?? ''
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z')
}

/** The command line of a living process. After a reboot an id in a file can belong to something else. */
export function commandOf(pid: number): string {
  if (process.platform === 'linux') return readLines(`/proc/${pid}/cmdline`).join('\n').replaceAll('\0', ' ')
  return spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' }).stdout
}

/** The lines of a file that may vanish at any moment; none when it is not there. */
export function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').split('\n')
  } catch {
    return []
  }
}

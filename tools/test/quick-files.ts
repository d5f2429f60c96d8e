import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compiledFolder } from '../start/environments.ts'

const IN_MEMORY = '/dev/shm'
/** The databases, browsers and logs of a run take some hundred MB; on less the machine itself may be small. */
const MIN_FREE_BYTES = 4 * 2 ** 30

/** A run starts hundreds of programs, the same ones over and over: only the first of each is compiled. */
process.env['NODE_COMPILE_CACHE'] ||= compiledFolder

/**
 * Puts the temporary folder of the tests of this process and its children into memory, if there is room. A database
 * is a thousand files, and a run creates hundreds of databases: on some disks creating a file takes milliseconds.
 * Import it before anything else reads the temporary folder; TMPDIR names another one.
 */
if (!process.env['TMPDIR'] && isRoomy(IN_MEMORY) && runsPrograms(IN_MEMORY)) process.env['TMPDIR'] = IN_MEMORY

function isRoomy(folder: string): boolean {
  if (!existsSync(folder)) return false
  const room = statfsSync(folder)
  return room.bavail * room.bsize >= MIN_FREE_BYTES
}

/** Containers often forbid it there, and the database may have to be copied to be run. */
function runsPrograms(folder: string): boolean {
  const own = mkdtempSync(join(folder, 'palpite-probe-'))
  try {
    const program = join(own, 'probe')
    writeFileSync(program, '#!/bin/sh\nexit 0\n', { mode: 0o755 })
    return spawnSync(program).status === 0
  } finally {
    rmSync(own, { recursive: true })
  }
}

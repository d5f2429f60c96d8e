import { spawnSync } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, rmSync, statfsSync, truncateSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system of its own that can be filled. */
export type SmallDisk = {
  folder: string
  /** Fills it until this many bytes are left. */
  fill: (leftBytes: number) => void
  /** Frees the space. */
  empty: () => void
  remove: () => void
}

const MIB = 1024 * 1024

/** Mounts one in memory; undefined if this account may not: only root may. */
export function mountSmallDisk(sizeMib: number): SmallDisk | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'palpite-disk-'))
  const options = `size=${sizeMib}m,mode=755`
  if (spawnSync('/bin/mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status !== 0) {
    rmSync(folder, { recursive: true })
    return undefined
  }
  const filler = join(folder, 'filler')
  closeSync(openSync(filler, 'a'))
  return {
    folder,
    fill: (leftBytes) => {
      const file = openSync(filler, 'a')
      try {
        while (freeBytes(folder) > leftBytes) {
          writeSync(file, Buffer.alloc(Math.min(MIB, Math.max(4096, freeBytes(folder) - leftBytes)), 1))
        }
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      } finally {
        closeSync(file)
      }
    },
    empty: () => truncateSync(filler),
    remove: () => {
      spawnSync('/bin/umount', ['--lazy', folder])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

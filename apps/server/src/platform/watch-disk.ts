import { statfs } from 'node:fs/promises'

export type DiskWatch = { isFull: () => boolean; stop: () => void }

type Options = {
  /** The bytes that are free where the database writes. */
  freeBytes: () => Promise<number>
  reserveBytes: number
  everyMs?: number
}

const EVERY_MS = 500

/**
 * Checks the free disk space of the database at an interval. A PostgreSQL that cannot write its log stops altogether, so
 * writes stop while a reserve is left, and reads go on. Writes resume at a quarter above the reserve: without that gap the
 * state would flip at the limit.
 */
export function watchDisk({ freeBytes, reserveBytes, everyMs = EVERY_MS }: Options): DiskWatch {
  let isFull = false
  let isChecking = false
  const check = () => {
    if (isChecking) return
    isChecking = true
    void freeBytes()
      .then(
        (free) => (isFull = free < (isFull ? reserveBytes * 1.25 : reserveBytes)),
        () => {}, // an unreadable folder changes nothing: the database itself reports a full disk
      )
      .finally(() => (isChecking = false))
  }
  check()
  const timer = setInterval(check, everyMs).unref()
  return { isFull: () => isFull, stop: () => clearInterval(timer) }
}

/** The bytes free for an ordinary account where this folder lies. */
export async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

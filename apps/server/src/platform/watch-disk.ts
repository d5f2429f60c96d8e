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
 * Looks again and again how much room the database has. A PostgreSQL that cannot write its log stops altogether: while it
 * still has a reserve nothing more is written, so that reading goes on. It has room again a quarter above the reserve, so
 * that it does not go to and fro at the edge.
 */
export function watchDisk({ freeBytes, reserveBytes, everyMs = EVERY_MS }: Options): DiskWatch {
  let isFull = false
  let isLooking = false
  const look = () => {
    if (isLooking) return
    isLooking = true
    void freeBytes()
      .then(
        (free) => (isFull = free < (isFull ? reserveBytes * 1.25 : reserveBytes)),
        () => {}, // a folder that cannot be asked says nothing: the database itself tells when it is full
      )
      .finally(() => (isLooking = false))
  }
  look()
  const timer = setInterval(look, everyMs).unref()
  return { isFull: () => isFull, stop: () => clearInterval(timer) }
}

/** The bytes free for an ordinary account where this folder lies. */
export async function freeBytesAt(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

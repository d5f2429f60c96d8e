import { closeSync, fdatasyncSync, ftruncateSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { reached } from './callers.ts'

/** The time an idle disk takes to make 8 kB durable: no commit is answered sooner. */
export type Flushes = { p50Ms: number; p99Ms: number; greatestMs: number }

const PAGE_BYTES = 8192
const FILE_BYTES = 16 * 1024 * 1024
const PAUSE_MS = 2

/** Writes and flushes a page again and again, in the folder where the database has its log. */
export async function measureFlushes(folder: string, seconds: number): Promise<Flushes> {
  const path = join(folder, 'flushes')
  const file = openSync(path, 'w')
  try {
    ftruncateSync(file, FILE_BYTES)
    const tookMs: number[] = []
    const until = performance.now() + seconds * 1000
    for (let at = 0; performance.now() < until; at = (at + PAGE_BYTES) % FILE_BYTES) {
      writeSync(file, Buffer.alloc(PAGE_BYTES, 1), 0, PAGE_BYTES, at)
      const from = performance.now()
      fdatasyncSync(file)
      tookMs.push(performance.now() - from)
      await sleep(PAUSE_MS)
    }
    const { p50Ms, p99Ms } = reached(tookMs, seconds)
    return { p50Ms, p99Ms, greatestMs: tookMs.at(-1) ?? Number.NaN }
  } finally {
    closeSync(file)
    rmSync(path)
  }
}

import type { Log } from './log.ts'

export type Job = {
  stop: () => Promise<void>
  /** Runs it now, or right after the current run. */ wake: () => void
}

type Options = { name: string; everyMs: number; log: Log; run: () => Promise<void> }

/** The state of a job in this process; times in milliseconds from now, because a server's own clock may be wrong. */
export type JobStatus = {
  name: string
  everyMs: number
  isRunning: boolean
  runs: number
  failures: number
  /** Consecutive failed runs. */
  failuresInARow: number
  /** Since its last run started; null before the first. */
  startedAgoMs: number | null
  /** Duration of the last finished run. */
  tookMs: number | null
  failedAgoMs: number | null
  /** The time until its next regular run; a job may be woken earlier. */
  nextInMs: number
}

type Kept = Omit<JobStatus, 'isRunning' | 'startedAgoMs' | 'failedAgoMs' | 'nextInMs'> & {
  isRunning: boolean
  startedAt: number | null
  failedAt: number | null
  beatAt: number
}

/** The jobs of this process that were started and not stopped. */
const started = new Set<Kept>()

/** The state of all jobs of this process, by name. */
export function jobStatuses(): JobStatus[] {
  const now = performance.now()
  const since = (at: number | null) => (at === null ? null : Math.round(now - at))
  return [...started]
    .map(({ startedAt, failedAt, beatAt, ...kept }) => ({
      ...kept,
      startedAgoMs: since(startedAt),
      failedAgoMs: since(failedAt),
      nextInMs: Math.max(0, Math.round(beatAt + kept.everyMs - now)),
    }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

/**
 * Runs a job periodically, never twice at once in this process. The job claims its work in the database (`for update
 * skip locked`), so several servers may run the same job. A failed run is logged and retried at the next interval.
 */
export function schedule({ name, everyMs, log, run }: Options): Job {
  let running: Promise<void> | undefined
  let again = false
  let stopped = false
  const kept = keep(name, everyMs)
  const beat = () => {
    if (stopped) return
    if (running) {
      again = true
      return
    }
    running = kept
      .follow(run)
      .catch((error: unknown) => log.error({ err: error, job: name }, 'a job failed'))
      .finally(() => {
        running = undefined
        if (again) {
          again = false
          beat()
        }
      })
  }
  const timer = setInterval(() => {
    kept.beaten()
    if (!running) beat()
  }, everyMs)
  return {
    wake: beat,
    stop: async () => {
      stopped = true
      clearInterval(timer)
      kept.forget()
      await running
    },
  }
}

/** Tracks a job's state: each run is followed to its end. */
function keep(name: string, everyMs: number) {
  const now = () => performance.now()
  const counted = { runs: 0, failures: 0, failuresInARow: 0, tookMs: null }
  const times = { startedAt: null, failedAt: null, beatAt: now() }
  const job: Kept = { name, everyMs, isRunning: false, ...counted, ...times }
  started.add(job)
  return {
    follow: async (run: () => Promise<void>): Promise<void> => {
      const startedAt = now()
      Object.assign(job, { isRunning: true, startedAt, runs: job.runs + 1 })
      try {
        await run()
        job.failuresInARow = 0
      } catch (error) {
        job.failures += 1
        job.failuresInARow += 1
        job.failedAt = now()
        throw error
      } finally {
        Object.assign(job, { isRunning: false, tookMs: Math.round(now() - startedAt) })
      }
    },
    beaten: () => {
      job.beatAt = now()
    },
    forget: () => started.delete(job),
  }
}

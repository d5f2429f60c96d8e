import type { Log } from './log.ts'

export type Job = {
  stop: () => Promise<void>
  /** Runs it now, or right after the run under way. */ wake: () => void
}

type Options = { name: string; everyMs: number; log: Log; run: () => Promise<void> }

/**
 * Runs a job again and again, never twice at once in this process. What the job works on is claimed in the
 * database (`for update skip locked`), so several servers may run the same job. A run that fails is logged
 * and tried again at the next beat.
 */
export function schedule({ name, everyMs, log, run }: Options): Job {
  let running: Promise<void> | undefined
  let again = false
  let stopped = false
  const beat = () => {
    if (stopped) return
    if (running) {
      again = true
      return
    }
    running = run()
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
    if (!running) beat()
  }, everyMs)
  return {
    wake: beat,
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}

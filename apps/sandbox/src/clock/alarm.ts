/** Scheduled work: when the next piece is due (epoch ms), and a function that does all due work. */
export type Job = Readonly<{ nextDueAt: () => number | undefined; run: () => void }>

export type Alarm = Readonly<{ wake: () => void; stop: () => void }>

/** No sleep is longer, so that a clock set forward is noticed. */
const LONGEST_SLEEP_MS = 1000

/** Runs each job when it is due. Call `wake` whenever new work may be due earlier than before. */
export const startAlarm = (jobs: readonly Job[], now: () => number): Alarm => {
  let timer: NodeJS.Timeout | undefined
  let planned = false
  let stopped = false
  const plan = (): void => {
    planned = false
    clearTimeout(timer)
    if (stopped) return
    const moments = jobs.map((job) => job.nextDueAt()).filter((moment) => moment !== undefined)
    if (moments.length === 0) return
    const sleepMs = Math.min(Math.max(Math.min(...moments) - now(), 0), LONGEST_SLEEP_MS)
    timer = setTimeout(ring, sleepMs)
  }
  const ring = (): void => {
    if (stopped) return
    for (const job of jobs) job.run()
    plan()
  }
  const wake = (): void => {
    if (planned || stopped) return
    planned = true
    // Often called inside a transaction: the new schedule is computed after it has ended.
    setImmediate(plan)
  }
  const stop = (): void => {
    stopped = true
    clearTimeout(timer)
  }
  return { wake, stop }
}

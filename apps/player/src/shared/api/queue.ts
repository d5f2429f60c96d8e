/** Player commands run before calls of screens, and those before background calls. */
export const priorities = { command: 0, screen: 1, background: 2 } as const
export type Priority = keyof typeof priorities

type Job = { rank: number; run: () => Promise<void> }

/**
 * Runs one piece of work at a time (SPEC §7: one concurrent request), the most urgent first, equal ones in order. A
 * failure does not block the rest.
 */
export const createQueue = () => {
  const waiting: Job[] = []
  let busy = false

  const next = async (): Promise<void> => {
    const job = waiting.shift()
    if (!job) return
    busy = true
    await job.run()
    busy = false
    await next()
  }

  return <T>(priority: Priority, work: () => Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const rank = priorities[priority]
      const job: Job = { rank, run: () => work().then(resolve, reject) }
      const place = waiting.findIndex((other) => other.rank > rank)
      waiting.splice(place < 0 ? waiting.length : place, 0, job)
      if (!busy) void next()
    })
}

import { ApiError, refusalCode } from '../../shared/api/api-error.ts'

/** How often a round that is too early is retried; the server states the wait each time. */
const maxTries = 5
const maxWaitMs = 5000

const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/**
 * Starts a round once the game accepts it: rounds of a player have a minimum interval, which fast play need not know.
 * Each attempt uses the same id, so it starts once.
 */
export async function beginInTime<A>(begin: () => Promise<A>, wait = sleep): Promise<A> {
  for (let tries = 1; tries < maxTries; tries += 1) {
    try {
      return await begin()
    } catch (error) {
      const waitMs = waitOf(error)
      if (waitMs === undefined) throw error
      await wait(Math.min(waitMs, maxWaitMs))
    }
  }
  return begin()
}

function waitOf(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || refusalCode(error) !== 'round_too_soon') return undefined
  const { waitMs } = error.data as { waitMs?: unknown }
  return typeof waitMs === 'number' ? waitMs : undefined
}

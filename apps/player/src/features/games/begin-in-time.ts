import { ApiError, refusalCode } from '../../shared/api/api-error.ts'

/** A round that comes too soon after the last one is asked for so often; the server says each time how long it waits. */
const maxTries = 5
const maxWaitMs = 5000

const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/**
 * Begins a round as soon as the game takes one: rounds of a player have a shortest time between them, which a quick hand or
 * automatic play need not know. It must be sent under the same id each time, so that it is begun once.
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

import { ApiError } from '../../../shared/api/api-error.ts'

const pausesMs = [500, 2_000]

/** Whether a call's outcome is unknown: no answer, or one from a proxy in front of the server. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && (error.http === 0 || error.http >= 502)

const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** Resends an unanswered call, at most twice. It must carry the same id each time, so that it acts once. */
export async function sendUntilAnswered<A>(send: () => Promise<A>, wait = sleep): Promise<A> {
  for (const pauseMs of pausesMs) {
    try {
      return await send()
    } catch (error) {
      if (!isUnanswered(error)) throw error
    }
    await wait(pauseMs)
  }
  return send()
}

import { ApiError } from '../../../shared/api/api-error.ts'

const pausesMs = [500, 2_000]

/** Whether nobody knows what became of a call: nothing came back, or only what stands before the server answered. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof ApiError && (error.http === 0 || error.http >= 502)

const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** Sends again what was not answered, twice at most. What is sent must carry the same id each time, so that it acts once. */
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

import { createConnection } from 'node:net'

const PROBE_TIMEOUT_MS = 2_000

/** Whether this address answers 200. */
export async function answersOk(url: string): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) })
    await answer.body?.cancel()
    return answer.status === 200
  } catch {
    return false // not listening yet: the caller retries until its own timeout
  }
}

/** Whether something listens on this port of this machine. */
export const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = createConnection({ port, host: '127.0.0.1', timeout: PROBE_TIMEOUT_MS })
    const answer = (yes: boolean) => {
      socket.destroy()
      resolve(yes)
    }
    socket.once('connect', () => answer(true))
    socket.once('error', () => answer(false))
    socket.once('timeout', () => answer(false))
  })

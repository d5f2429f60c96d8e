import type { Config } from '../../platform/config.ts'
import { present } from '../../platform/assert.ts'
import { Fault } from '../../platform/fault.ts'
import type { RecoveryRequest } from '../intake/keep-health.ts'

const PATIENCE_MS = 10_000

/** Asks a producer to tell what was missed: all from an instant on, or how all stands. It answers by messages, and last that it is done. */
export const recoverUof =
  (config: Config) =>
  async ({ producer, path, from, requestId }: RecoveryRequest): Promise<void> => {
    if (path === undefined)
      throw new Fault(`the feed's list of producers was not read: ${producer} has no address`)
    const base = present(config.UOF_URL, 'UOF_URL').replace(/\/$/, '')
    const query = new URLSearchParams({
      ...(from ? { after: String(from.getTime()) } : {}),
      request_id: String(requestId),
    })
    const answer = await fetch(`${base}/v1/${path}/recovery/initiate_request?${query.toString()}`, {
      method: 'POST',
      headers: { 'x-access-token': present(config.UOF_TOKEN, 'UOF_TOKEN') },
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Fault(`the feed answers ${answer.status} to a request for what was missed`)
  }

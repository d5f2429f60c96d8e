import type { Config } from '../../../platform/config.ts'
import { present } from '../../../platform/assert.ts'
import { Fault } from '../../../platform/fault.ts'

const PATIENCE_MS = 10_000

/** The names of producers in the addresses of the feed, by their numbers. */
const PRODUCERS: Readonly<Record<string, string>> = {
  1: 'liveodds',
  3: 'pre',
  4: 'betpal',
  5: 'premium_cricket',
}

/** Asks a producer to tell what was missed: all of it, or from an instant on. It answers by messages, and last that it is done. */
export const recoverUof =
  (config: Config) =>
  async (producer: string, from: Date | undefined, requestId: number): Promise<void> => {
    const name = PRODUCERS[producer]
    if (name === undefined) throw new Fault(`producer ${producer} of the feed has no address`)
    const base = present(config.UOF_URL, 'UOF_URL').replace(/\/$/, '')
    const query = new URLSearchParams({
      ...(from ? { after: String(from.getTime()) } : {}),
      request_id: String(requestId),
    })
    const answer = await fetch(`${base}/v1/${name}/recovery/initiate_request?${query.toString()}`, {
      method: 'POST',
      headers: { 'x-access-token': present(config.UOF_TOKEN, 'UOF_TOKEN') },
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Fault(`the feed answers ${answer.status} to a request for what was missed`)
  }

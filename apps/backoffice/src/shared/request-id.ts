import { useState } from 'react'
import type { ApiError } from './api.ts'

/** A caller's own id for a command: sent twice, it acts once. */
export const newRequestId = (): string => crypto.randomUUID().replaceAll('-', '')

/**
 * The id of a command that is sent from a form, and how to get the next one: `next` after a success, `after` an error.
 * Without an answer the command may have been done, so the id stays, and sending it again repeats the same request. With
 * `from`, the state that the command changes, another state means another command, with an id of its own.
 */
export function useRequestId(from?: string) {
  const [held, setHeld] = useState({ requestId: newRequestId(), from })
  const next = () => setHeld({ requestId: newRequestId(), from })
  if (held.from !== from) next()
  const after = (error: ApiError) => {
    if (error.http !== 0 && error.http !== 503) next()
  }
  return { requestId: held.requestId, next, after }
}

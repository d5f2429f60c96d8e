import type { CallKey } from '@palpite/contract'
import { QueryObserver } from '@tanstack/react-query'
import { callKey } from '../api/use-call.ts'
import { queryClient } from '../query.ts'

/** Test helper: a screen that shows this call's answer. Returns how often it was requested, and how to unmount. */
export const showCall = (key: CallKey, answer: unknown = {}) => {
  let asked = 0
  const queryFn = async () => {
    asked += 1
    return answer
  }
  const observer = new QueryObserver(queryClient, { queryKey: callKey(key), queryFn })
  return { asked: () => asked, leave: observer.subscribe(() => undefined) }
}

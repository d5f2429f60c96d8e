import { useSyncExternalStore } from 'react'
import { useFormat } from '../shared/format/use-format.ts'
import { queryClient } from '../shared/query.ts'
import { useText } from '../shared/text/text.ts'
import { lastSeenAt } from './last-seen.ts'

const subscribe = (listener: () => void) => queryClient.getQueryCache().subscribe(listener)

/** The age of the shown data while offline. */
export function LastSeen() {
  const t = useText()
  const { when } = useFormat()
  const at = useSyncExternalStore(subscribe, lastSeenAt)
  return at !== undefined && <span>{t('app.offline.seen', { when: when(at) })}</span>
}

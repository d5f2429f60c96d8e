import { Icon } from '@palpite/ui'
import { lazy, Suspense, useSyncExternalStore } from 'react'
import { useText } from '../shared/text/text.ts'

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Fetched with what it tells of, before the line breaks; without it the bar says the rest. */
const LastSeen = lazy(() =>
  import('./LastSeen.tsx').then(
    (module) => ({ default: module.LastSeen }),
    () => ({ default: () => false as const }),
  ),
)

/** Says that there is no connection, while there is none, and how old what is in sight is. */
export function OfflineBar() {
  const t = useText()
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true, // where pages are drawn beforehand
  )
  return (
    <div role="status">
      {!online && (
        <p className="flex min-h-34 flex-wrap items-center justify-center gap-x-8 bg-surface-3 px-12 py-6 text-center text-12 font-600">
          <Icon name="wifi-slash" className="size-16" />
          {t('app.offline.text')}
          <Suspense fallback={null}>
            <LastSeen />
          </Suspense>
        </p>
      )}
    </div>
  )
}

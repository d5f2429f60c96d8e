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

/** Loaded while online; without it the bar omits the age. */
const LastSeen = lazy(() =>
  import('./LastSeen.tsx').then(
    (module) => ({ default: module.LastSeen }),
    () => ({ default: () => false as const }),
  ),
)

/** Says that the device is offline, and how old the shown data is. */
export function OfflineBar() {
  const t = useText()
  const online = useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true, // when prerendering
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

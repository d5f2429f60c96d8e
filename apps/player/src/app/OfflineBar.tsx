import { Icon } from '@palpite/ui'
import { useSyncExternalStore } from 'react'
import { useText } from '../shared/text/text.ts'

const subscribe = (listener: () => void) => {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}

/** Says that there is no connection, while there is none. */
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
        <p className="flex min-h-34 items-center justify-center gap-8 bg-surface-3 px-12 text-12 font-600">
          <Icon name="wifi-slash" className="size-16" />
          {t('app.offline.text')}
        </p>
      )}
    </div>
  )
}

import { Button } from '@palpite/ui'
import { useText } from '../shared/text/text.ts'
import { useWaitingVersion } from './waiting-version.ts'

/** Offers the waiting version. The player decides when, so it never interrupts a bet. */
export function WaitingVersionBar() {
  const t = useText()
  const take = useWaitingVersion((state) => state.take)
  return (
    <div role="status">
      {take && (
        <p className="flex min-h-44 items-center justify-between gap-8 bg-surface-3 px-12 text-13 font-600">
          {t('app.version.waits')}
          <Button kind="secondary" size="s" onClick={take}>
            {t('app.version.take')}
          </Button>
        </p>
      )}
    </div>
  )
}

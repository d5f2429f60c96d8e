import { Button, Icon } from '@palpite/ui'
import { openSupport } from '../shared/open-support.ts'
import { useText } from '../shared/text/text.ts'

/** Says on every screen that the house holds the account suspended, and leads to support. */
export function SuspendedBar() {
  const t = useText()
  return (
    <div
      role="status"
      className="grid grid-cols-[auto_1fr_auto] items-center gap-x-10 bg-warn-tint px-12 py-8 text-13"
    >
      <Icon name="lock-key-fill" className="size-20 text-warn" />
      <p className="font-700">{t('protection.suspended.title')}</p>
      <Button kind="secondary" size="s" onClick={() => openSupport()}>
        {t('protection.suspended.support')}
      </Button>
      <p className="col-span-2 col-start-2 text-text-2">{t('protection.suspended.text')}</p>
    </div>
  )
}

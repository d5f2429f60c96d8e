import { Button } from '@palpite/ui'
import { openOverlay } from '../overlays.ts'
import { useText } from '../text/text.ts'

/** What a visitor sees in place of the wallet: enter, or register. */
export function EnterButtons() {
  const t = useText()
  return (
    <div className="flex shrink-0 items-center gap-6">
      <Button
        kind="ghost"
        size="s"
        className="roomy:px-4"
        onClick={() => openOverlay('login', { tab: 'login' })}
      >
        {t('app.enter.login')}
      </Button>
      <Button size="s" className="roomy:px-8" onClick={() => openOverlay('login', { tab: 'register' })}>
        {t('app.enter.register')}
      </Button>
    </div>
  )
}

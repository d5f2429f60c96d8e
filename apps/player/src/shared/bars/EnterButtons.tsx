import { Button } from '@palpite/ui'
import { openOverlay } from '../overlays.ts'
import { useText } from '../text/text.ts'

/**
 * Shown to visitors in place of the wallet: log in and register. Beside a long title a narrow phone has room for one;
 * registration is also a tab.
 */
export function EnterButtons({ isShort }: { isShort?: boolean | undefined }) {
  const t = useText()
  return (
    <div className="flex shrink-0 items-center gap-6">
      <Button
        kind="ghost"
        size="s"
        className={isShort ? 'roomy:px-4 narrow:hidden' : 'roomy:px-4'}
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

import { Button, Empty } from '@palpite/ui'
import { TopBar } from '../../shared/bars/TopBar.tsx'
import { openOverlay } from '../../shared/overlays.ts'
import type { TextKey } from '../../shared/text/keys.ts'
import { useText } from '../../shared/text/text.ts'

/** The player's screens, as a visitor sees them. */
export type VisitorScreen = 'registros' | 'conta'

const texts: Readonly<Record<VisitorScreen, { title: TextKey; about: TextKey }>> = {
  registros: { title: 'app.records.title', about: 'app.visitor.records' },
  conta: { title: 'app.account.wallet', about: 'app.visitor.wallet' },
}

/**
 * Explains a screen to a visitor, with the login where a player would act. After the login the screen itself is shown.
 */
export function VisitorPage({ screen }: { screen: VisitorScreen }) {
  const t = useText()
  const { title, about } = texts[screen]
  return (
    <>
      <TopBar title={t(title)} root />
      <main className="px-12 pt-8 pb-16">
        <Empty
          icon={screen === 'conta' ? 'wallet-duotone' : 'receipt-duotone'}
          title={t('app.visitor.title')}
          text={t(about)}
          action={
            <Button className="mt-8" onClick={() => openOverlay('login', { tab: 'login' })}>
              {t('app.enter.login')}
            </Button>
          }
        />
      </main>
    </>
  )
}

import { IconButton, Logo } from '@palpite/ui'
import { Link } from 'wouter'
import { AccountButton } from '../../shared/bars/AccountButton.tsx'
import { EnterButtons } from '../../shared/bars/EnterButtons.tsx'
import { WalletPill } from '../../shared/bars/WalletPill.tsx'
import { WideNav } from '../../shared/bars/WideNav.tsx'
import { openOverlay } from '../../shared/overlays.ts'
import { hrefOf } from '../../shared/paths.ts'
import { useIsLoggedIn } from '../../shared/session.ts'
import { useText } from '../../shared/text/text.ts'

/** Home's bar: menu, logo (on a desktop the navigation), wallet and avatar, or the login buttons. */
export function HomeBar() {
  const t = useText()
  const isLoggedIn = useIsLoggedIn()
  return (
    <header className="bar sticky top-0 z-30 flex min-h-56 items-center gap-6 ps-6 pe-12 roomy:flex-wrap pt-[env(safe-area-inset-top)]">
      <WideNav />
      <IconButton
        icon="list-bold"
        label={t('app.menu.open')}
        className="wide:hidden"
        onClick={() => openOverlay('settingsMenu')}
      />
      <Link
        href={hrefOf('home')}
        className="flex wide:hidden finger-44 min-w-0 flex-1 items-center gap-7 text-20 font-800 tracking-tighter hover:text-brand-text"
      >
        <Logo className="size-28 shrink-0" />
        <span className="truncate narrow:sr-only roomy:sr-only">{t('app.brand.name')}</span>
      </Link>
      {isLoggedIn ? (
        <>
          <WalletPill />
          <AccountButton />
        </>
      ) : (
        <EnterButtons />
      )}
    </header>
  )
}

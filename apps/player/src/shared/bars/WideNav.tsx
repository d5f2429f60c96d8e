import { Logo } from '@palpite/ui'
import { Link, useLocation } from 'wouter'
import { hrefOf } from '../paths.ts'
import { useText } from '../text/text.ts'

const entries = [
  { to: 'home', text: 'app.tabs.home' },
  { to: 'footballPage', text: 'app.tabs.sports' },
  { to: 'gamebouns', text: 'app.menu.gameBonus' },
  { to: 'registros', text: 'app.tabs.bets' },
] as const

/** The ways around in words, in the bar of a screen with columns; on a phone the tab bar has them. */
export function WideNav() {
  const t = useText()
  const [pathname] = useLocation()
  return (
    <nav
      aria-label={t('app.tabs.label')}
      className="hidden min-w-0 flex-1 items-center gap-4 ps-12 wide:flex"
    >
      <Logo className="size-28 shrink-0" />
      <span className="pe-14 text-20 font-800 tracking-tighter">{t('app.brand.name')}</span>
      {entries.map(({ to, text }) => (
        <Link
          key={to}
          href={hrefOf(to)}
          aria-current={pathname.startsWith(hrefOf(to)) ? 'page' : undefined}
          className="grid min-h-56 place-items-center px-10 text-14 font-600 whitespace-nowrap text-text-2 aria-[current=page]:text-text aria-[current=page]:shadow-[inset_0_-3px_0_var(--brand-line)]"
        >
          {t(text)}
        </Link>
      ))}
    </nav>
  )
}

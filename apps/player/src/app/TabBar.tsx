import { cx, type Glyph, Icon } from '@palpite/ui'
import { Link } from 'wouter'
import { useSlip } from '../features/sportsbook/index.ts'
import { openOverlay, useOpenOverlay } from '../shared/overlays.ts'
import { hrefOf, type ScreenName } from '../shared/paths.ts'
import { useText } from '../shared/text/text.ts'
import { pageOf } from './registry.ts'

const tab =
  'relative flex min-h-56 cursor-pointer touch-manipulation flex-col items-center justify-center gap-3 rounded-14 text-tab font-500 text-text-2 hover:text-text aria-[current=page]:font-700 aria-[current=page]:text-text data-on:font-700 data-on:text-text'

/** The five tabs of every main phone screen. The slip in the middle is one tap away. */
export function TabBar({ screen }: { screen: ScreenName }) {
  const t = useText()
  const legCount = useSlip((slip) => slip.legs.length)
  const gamesOpen = useOpenOverlay()?.name === 'gamesSheet'
  // The sports screens show their own slip bar above the tabs; a raised button would overlap it.
  const flat = legCount > 0 && (screen === 'footballPage' || screen === 'event')

  type Way = { icons: readonly [idle: Glyph, here: Glyph]; label: string; name?: string }
  const link = (to: 'home' | 'footballPage' | 'registros', { icons, label, name }: Way) => {
    const [idle, active] = icons
    const here = screen === to || (to === 'home' && screen === 'registered')
    return (
      <Link
        href={hrefOf(to)}
        aria-label={name}
        aria-current={here ? 'page' : undefined}
        onPointerDown={() => void pageOf(to)?.preload()}
        className={tab}
      >
        <Icon name={here ? active : idle} className={cx('size-24', here && 'text-brand-text')} />
        <span className="zoomed:sr-only">{label}</span>
      </Link>
    )
  }

  return (
    <nav
      aria-label={t('app.tabs.label')}
      className="wide:hidden tab-bar frame-fixed bottom-0 z-40 grid grid-cols-5 px-6 pt-4"
    >
      {link('home', { icons: ['house', 'house-fill'], label: t('app.tabs.home') })}
      {link('footballPage', { icons: ['soccer-ball', 'soccer-ball-fill'], label: t('app.tabs.sports') })}
      <button type="button" data-on={!flat || undefined} className={tab} onClick={() => openOverlay('slip')}>
        {flat ? (
          <Icon name="ticket" className="size-24" />
        ) : (
          <span className="key-brand -mt-22 grid h-46 w-54 place-items-center rounded-18 ring-4 ring-bg">
            <Icon name="ticket-fill" className="size-26" />
          </span>
        )}
        <span className="zoomed:sr-only">{t('app.tabs.slip')}</span>
        {legCount > 0 && (
          <span
            key={legCount}
            className={cx(
              'pop absolute grid min-h-18 min-w-18 place-items-center rounded-full bg-text px-4 text-11 font-800 text-bg',
              flat ? 'top-4 ms-26' : '-top-18 ms-44',
            )}
          >
            {legCount}
          </span>
        )}
      </button>
      <button
        type="button"
        data-on={gamesOpen || undefined}
        className={tab}
        onClick={() => openOverlay('gamesSheet')}
      >
        <Icon
          name={gamesOpen ? 'dice-five-fill' : 'dice-five'}
          className={cx('size-24', gamesOpen && 'text-brand-text')}
        />
        <span className="zoomed:sr-only">{t('app.tabs.games')}</span>
      </button>
      {/* A fifth of the narrowest phone has no room for the page title. */}
      {link('registros', {
        icons: ['receipt', 'receipt-fill'],
        label: t('app.tabs.bets'),
        name: t('app.records.bets'),
      })}
    </nav>
  )
}

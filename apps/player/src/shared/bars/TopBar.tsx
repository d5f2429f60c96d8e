import { cx, IconButton } from '@palpite/ui'
import type { ReactNode } from 'react'
import { useLocation } from 'wouter'
import { goBack } from '../navigation.ts'
import { placeOf, screenAt } from '../paths.ts'
import { useIsLoggedIn } from '../session.ts'
import { useText } from '../text/text.ts'
import { PageTitle } from './PageTitle.tsx'
import { AccountButton } from './AccountButton.tsx'
import { EnterButtons } from './EnterButtons.tsx'
import { NoticeBar } from './NoticeBar.tsx'
import { WideNav } from './WideNav.tsx'
import { WalletPill } from './WalletPill.tsx'

type Props = {
  title: string
  /** Hides the back arrow on screens of the tab bar. */
  root?: boolean
  /** A possibly long title, such as a league's name: smaller letters. */
  isLong?: boolean
  /** Small buttons before the wallet, such as a search. */
  aside?: ReactNode
  /** Shown after the avatar, such as a game's menu, which links to the account where the avatar has no room. */
  end?: ReactNode
}

/**
 * The bar of every screen but home: back, title (the `h1`), wallet; visitors see how to log in. News is below. On a
 * desktop it holds the navigation, and the title is a line above the page's column; screens beside the slip show their
 * own title.
 */
export function TopBar({ title, root, isLong, aside, end }: Props) {
  const t = useText()
  const screen = screenAt(useLocation()[0])?.name
  const desk = screen && placeOf(screen).desk
  const isLoggedIn = useIsLoggedIn()
  return (
    <>
      <header className="bar sticky top-0 z-30 flex min-h-56 roomy:flex-wrap wide:flex-wrap roomy:justify-between items-center gap-6 pe-12 ps-6 pt-[env(safe-area-inset-top)]">
        <WideNav />
        <div
          className={cx(
            'contents',
            desk === 'slip'
              ? 'wide:sr-only wide:block'
              : 'wide:order-last wide:flex wide:basis-full wide:items-center wide:gap-6 wide:pb-4',
            desk === undefined &&
              'wide:ps-[max(0rem,calc((100%-var(--dock,0rem)-var(--spacing)*720)/2))] wide:pe-[max(0rem,calc((100%+var(--dock,0rem)-var(--spacing)*720)/2))]',
          )}
        >
          {!root && (
            <IconButton
              icon="caret-left-bold"
              label={t('app.back.label')}
              onClick={goBack}
              className={desk === 'slip' ? 'wide:hidden' : undefined}
            />
          )}
          <PageTitle
            isLong={isLong}
            className={cx('roomy:order-last roomy:basis-full', root && 'ps-10 wide:ps-15')}
          >
            {title}
          </PageTitle>
          {end !== undefined && <span className="order-1">{end}</span>}
        </div>
        {aside}
        {isLoggedIn ? <WalletPill /> : <EnterButtons isShort={isLong} />}
        {isLoggedIn && <AccountButton isSpare={!root} />}
      </header>
      <NoticeBar />
    </>
  )
}

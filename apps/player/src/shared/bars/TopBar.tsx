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
  /** Leaves out the arrow, on screens the tab bar leads to. */
  root?: boolean
  /** A title that may be long, as the name of a league: in smaller letters. */
  isLong?: boolean
  /** Small buttons before the wallet: a search. */
  aside?: ReactNode
  /** After the avatar, as the three dots of a game, which lead to the account too where no avatar has room. */
  end?: ReactNode
}

/**
 * The bar of every screen but home: back, title (the screen's `h1`), wallet. Visitors see how to enter. News stands below. On
 * a desk the ways around stand in it, and the title in a line of its own over the column of its page; the screens with the
 * slip beside them say by themselves what they are.
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

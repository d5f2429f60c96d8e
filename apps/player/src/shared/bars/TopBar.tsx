import { cx, IconButton } from '@palpite/ui'
import type { ReactNode } from 'react'
import { goBack } from '../navigation.ts'
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
  /** A title that may be long, as the name of a league: in two smaller lines rather than cut. */
  isLong?: boolean
  /** Small buttons before the wallet: a search. */
  aside?: ReactNode
  /** A screen with columns: where there is room the ways around stand in the bar. */
  isWide?: boolean
  /** In place of the avatar, as the three dots of a game. */
  end?: ReactNode
}

/** The bar of every screen but home: back, title (the screen's `h1`), wallet. Visitors see how to enter. News stands below. */
export function TopBar({ title, root, isLong, aside, end, isWide }: Props) {
  const t = useText()
  const isLoggedIn = useIsLoggedIn()
  return (
    <>
      <header className="bar sticky top-0 z-30 flex min-h-56 roomy:flex-wrap roomy:justify-between items-center gap-6 pe-12 ps-6 pt-[env(safe-area-inset-top)]">
        {isWide && <WideNav />}
        {!root && (
          <IconButton
            icon="caret-left-bold"
            label={t('app.back.label')}
            onClick={goBack}
            className={isWide ? 'wide:hidden' : undefined}
          />
        )}
        <PageTitle
          isLong={isLong}
          className={cx('roomy:order-last roomy:basis-full', root && 'ps-10', isWide && 'wide:sr-only')}
        >
          {title}
        </PageTitle>
        {aside}
        {isLoggedIn ? <WalletPill /> : <EnterButtons />}
        {end ?? (isLoggedIn && <AccountButton isSpare={!root} />)}
      </header>
      <NoticeBar />
    </>
  )
}

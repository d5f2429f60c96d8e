import { Button, Empty, ErrorCard, IconButton, Skeleton } from '@palpite/ui'
import type { ReactNode } from 'react'
import { TopBar } from '../../../shared/bars/TopBar.tsx'
import { go } from '../../../shared/navigation.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { hrefOf } from '../../../shared/paths.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { nameOf, type SmallGame } from '../../../shared/small-games.ts'
import { useText } from '../../../shared/text/text.ts'
import { useGameSettings } from './game-settings.ts'
import { type GameTerms, useGameTerms, useIsInRound } from './use-game.ts'

type Props = {
  game: SmallGame
  /** The default return, shown prerendered before its terms are loaded. */
  returned?: Pick<GameTerms, 'returnToPlayer' | 'returnBounds'>
  /** The table, once the terms are loaded; usually a `GameTable`. */
  children: (terms: GameTerms) => ReactNode
}

/** Unlimited bounds: a visitor stakes nothing, and a player gets the server's. */
const untold = {
  isOpen: true,
  minStakeCents: 1,
  maxStakeCents: Number.MAX_SAFE_INTEGER,
  maxPayoutCents: Number.MAX_SAFE_INTEGER,
}

/** A small game's page: bar, menu, and table or the reason without one. */
export function GameShell({ game, returned, children }: Props) {
  const t = useText()
  const isVisitor = !useIsLoggedIn()
  const { terms: reported, isError, refetch } = useGameTerms(game)
  const isDrawnFirst = isVisitor && !isError && returned !== undefined
  const terms = reported ?? (isDrawnFirst ? { game, ...returned, ...untold } : undefined)
  // An open round is played to its end, also if the game accepts no new ones.
  const isInRound = useIsInRound(game, terms?.isOpen === false)
  const isFast = useGameSettings((settings) => settings.fast)
  const menu = (
    <IconButton
      icon="dots-three-vertical-bold"
      label={t('games.menu.open')}
      onClick={() => openOverlay('gameMenu', { game })}
    />
  )
  return (
    <main className="flex min-h-dvh flex-col" data-still={isFast || undefined}>
      <TopBar title={t(nameOf(game))} end={menu} />
      {terms ? (
        terms.isOpen ? (
          children(terms)
        ) : isInRound ? (
          <>
            <p role="status" className="mx-12 mb-8 rounded-11 bg-warn-tint p-12 text-14 text-warn">
              {t('games.closed.purchase')} {t('games.closed.ending')}
            </p>
            {children(terms)}
          </>
        ) : (
          <Closed />
        )
      ) : isError ? (
        <div className="p-12">
          <ErrorCard title={t('app.section.failed')} retryLabel={t('app.section.retry')} onRetry={refetch} />
        </div>
      ) : (
        <div className="grid gap-16 p-12">
          <Skeleton className="h-34" />
          <Skeleton className="h-180" />
          <Skeleton className="h-220" />
        </div>
      )}
    </main>
  )
}

/** A game that accepts no new rounds now. */
function Closed() {
  const t = useText()
  return (
    <Empty
      icon="clock"
      title={t('games.closed.title')}
      text={`${t('games.closed.purchase')} ${t('games.closed.text')}`}
      action={
        <Button className="mt-8" kind="secondary" onClick={() => go(hrefOf('home'))}>
          {t('games.closed.home')}
        </Button>
      }
    />
  )
}

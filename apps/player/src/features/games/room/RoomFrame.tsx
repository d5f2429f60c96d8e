import { ErrorCard, Icon, IconButton, Skeleton } from '@palpite/ui'
import type { ReactNode } from 'react'
import { TopBar } from '../../../shared/bars/TopBar.tsx'
import { openOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { LastWins } from '../shell/LastWins.tsx'
import type { RoomName } from './use-game-room.ts'

type Props = {
  title: string
  name: RoomName
  /** Whether the room is loaded; until then the page shows loading or failure. */
  isKnown: boolean
  isError: boolean
  onRetry: () => void
  children: ReactNode
}

/** A shared game's frame: bar, menu, last wins, chain link; and the placeholder while loading. */
export function RoomFrame({ title, name, isKnown, isError, onRetry, children }: Props) {
  const t = useText()
  const game = name === 'double' ? 'double' : 'luckyColor'
  return (
    <main className="flex min-h-dvh flex-col">
      <TopBar
        isLong
        title={title}
        end={
          <IconButton
            icon="dots-three-vertical-bold"
            label={t('games.menu.open')}
            onClick={() => openOverlay('gameMenu', { game, room: name })}
          />
        }
      />
      <div className="safe-bottom grid grid-cols-1 gap-12 px-12 pt-8">
        {children}
        {!isKnown &&
          (isError ? (
            <ErrorCard
              title={t('app.section.failed')}
              retryLabel={t('app.section.retry')}
              onRetry={onRetry}
            />
          ) : (
            <>
              <Skeleton className="h-84" />
              <Skeleton className="h-180" />
              <Skeleton className="h-220" />
            </>
          ))}
        {/* Below a table that is still loading they would jump. */}
        {(isKnown || isError) && (
          <>
            <LastWins game={game} />
            <button
              type="button"
              onClick={() => openOverlay('roomChain', { room: name })}
              className="flex min-h-(--tap) cursor-pointer items-center justify-center gap-6 text-12 text-text-2 hover:text-text"
            >
              <Icon name="shield-check-fill" className="size-18 text-win" />
              {t('rooms.chain.chip')}
              <span className="underline">{t('rooms.chain.open')}</span>
            </button>
          </>
        )}
      </div>
    </main>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useSearchParams } from 'wouter'
import { alert } from '../../../shared/alerts.ts'
import { api } from '../../../shared/api/api.ts'
import { BreakNotice } from '../../../shared/BreakNotice.tsx'
import { NoticeBar } from '../../../shared/bars/NoticeBar.tsx'
import { go } from '../../../shared/navigation.ts'
import { hrefOf } from '../../../shared/paths.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { text, useText } from '../../../shared/text/text.ts'
import { WageringLeft } from '../../../shared/WageringLeft.tsx'
import { GameWindow } from './GameWindow.tsx'
import { useAskedNotices } from './use-asked-notices.ts'
import { useInPlayPolled } from './in-play.ts'
import { PlayBar } from './PlayBar.tsx'
import { StudioGames } from './StudioGames.tsx'
import { useGameWindow } from './use-game-window.ts'

/** The open game, outside the shell; without one the catalogue. */
export function PlayPage() {
  const [search] = useSearchParams()
  const isLoggedIn = useIsLoggedIn()
  const code = search.get('game')
  // A visitor plays in demo mode only.
  const isDemo = search.get('demo') === '1' || !isLoggedIn
  return code ? <Game key={`${code}.${isDemo}`} code={code} isDemo={isDemo} /> : <StudioGames />
}

/** Of the studio games, slots and crash count towards wagering. */
const shareOf = ({ tags }: { tags: readonly string[] }) =>
  tags.includes('slots') || tags.includes('crash') ? 'studiosBps' : null

function Game({ code, isDemo }: { code: string; isDemo: boolean }) {
  const t = useText()
  const frame = useRef<HTMLIFrameElement>(null)
  const launch = useQuery({
    queryKey: ['launch', code, isDemo],
    queryFn: () =>
      api(isDemo ? 'POST /api/app/game/demo' : 'POST /api/app/game/launch', {
        body: { code },
        loading: false,
        inline: true,
      }),
    // A token is valid once: an address is never reused, nor reloaded while its game is open.
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
  const { frameState, hasOpenRound, again } = useGameWindow(frame, {
    address: launch.data?.frameUrl,
    isDemo,
    onLeave: () => void leave(),
    onReturn: open,
  })
  const inPlay = useInPlayPolled()
  useAskedNotices(!isDemo)
  const own = !isDemo && inPlay.data?.code === code ? inPlay.data : undefined
  function open() {
    again()
    void launch.refetch()
  }
  async function leave() {
    const mayLeave =
      (!hasOpenRound && !own?.hasOpenRound) ||
      (await alert({
        text: text('play.leave.question'),
        okLabel: text('play.leave.button'),
        cancelLabel: text('play.leave.stay'),
      }))
    if (mayLeave) go(hrefOf('home'))
  }
  return (
    <div className="fixed inset-0 flex flex-col bg-bg">
      <PlayBar
        name={launch.data?.game.name ?? t('play.lobby.title')}
        inPlay={own}
        isDemo={isDemo}
        onLeave={() => void leave()}
        onExpand={() => void document.documentElement.requestFullscreen().catch(() => undefined)}
      />
      <NoticeBar />
      <main className="flex min-h-0 flex-1 flex-col">
        {!isDemo && (
          <div className="px-12 empty:hidden">
            <BreakNotice what="games" />
          </div>
        )}
        {own && launch.data && <WageringLeft share={shareOf(launch.data.game)} />}
        <GameWindow
          key={launch.dataUpdatedAt}
          address={launch.data?.frameUrl}
          name={launch.data?.game.name ?? ''}
          frame={frame}
          frameState={launch.isError ? 'failed' : frameState}
          onTryAgain={open}
          onLeave={() => void leave()}
        />
      </main>
    </div>
  )
}

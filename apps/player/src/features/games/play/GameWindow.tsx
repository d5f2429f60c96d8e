import { Button, Icon } from '@palpite/ui'
import { type RefObject, useEffect, useState } from 'react'
import { useText } from '../../../shared/text/text.ts'

export type FrameState = 'loading' | 'ready' | 'failed'

type Props = {
  /** Unknown while the game launches. */
  address: string | undefined
  name: string
  frame: RefObject<HTMLIFrameElement | null>
  frameState: FrameState
  onTryAgain: () => void
  onLeave: () => void
}

/** After this time the player sees that it takes long. */
const slowMs = 12_000

/**
 * The game in its frame with scripts of its own origin. Our overlay covers it until it is ready, and after a failure.
 */
export function GameWindow({ address, name, frame, frameState, onTryAgain, onLeave }: Props) {
  const t = useText()
  const [isSlow, setSlow] = useState(false)
  // Fixed when the game opens: another address would reload it.
  const [theme] = useState(() => document.documentElement.dataset['theme'] ?? 'dark')
  useEffect(() => {
    if (frameState !== 'loading') return
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => clearTimeout(timer)
  }, [frameState])
  return (
    <div className="relative min-h-0 flex-1">
      {address !== undefined && (
        <iframe
          ref={frame}
          src={withTheme(address, theme)}
          title={name}
          // Its origin differs from ours, so `allow-same-origin` gives no access to our page.
          sandbox="allow-scripts allow-same-origin"
          allow="autoplay"
          referrerPolicy="no-referrer"
          data-frame={frameState}
          className="invisible absolute inset-0 size-full border-0 data-[frame=ready]:visible"
        />
      )}
      {frameState !== 'ready' && (
        <div
          role={frameState === 'failed' ? 'alert' : 'status'}
          className="absolute inset-0 grid place-content-center justify-items-center gap-14 px-24 text-center"
        >
          {frameState === 'loading' && (
            <>
              <Icon name="spinner-gap-bold" className="spin size-40" />
              <p className="text-14 text-text-2">
                {t(isSlow ? 'play.frame.slow' : 'play.frame.loading', { game: name })}
              </p>
            </>
          )}
          {frameState === 'failed' && (
            <>
              <Icon name="puzzle-piece-duotone" className="size-56 text-brand-text" />
              <p className="text-20 font-800 tracking-tighter text-balance">{t('play.frame.failed')}</p>
              <p className="text-14 text-text-2">{t('play.frame.failedText')}</p>
            </>
          )}
          {(frameState === 'failed' || isSlow) && (
            <div className="flex gap-8">
              <Button size="m" onClick={onTryAgain}>
                {t('app.section.retry')}
              </Button>
              <Button kind="secondary" size="m" onClick={onLeave}>
                {t('app.error.home')}
              </Button>
            </div>
          )}
        </div>
      )}
    </div>
  )
}

/** The page's theme: a frame of another origin sees only the system's. */
function withTheme(address: string, theme: string): string {
  const url = new URL(address)
  url.searchParams.set('theme', theme)
  return url.href
}

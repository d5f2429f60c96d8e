import { IconButton } from '@palpite/ui'
import { PageTitle } from '../../../shared/bars/PageTitle.tsx'
import { WalletPill } from '../../../shared/bars/WalletPill.tsx'
import { useFormat } from '../../../shared/format/use-format.ts'
import { openSupport } from '../../../shared/open-support.ts'
import { useText } from '../../../shared/text/text.ts'
import type { InPlay } from './in-play.ts'
import { sessionClock } from './session-clock.ts'
import { useNow } from '../../../shared/use-now.ts'

type Props = {
  name: string
  /** The game session; undefined in demo mode. */
  inPlay: InPlay | undefined
  isDemo: boolean
  onLeave: () => void
  onExpand: () => void
}

/** The bar above a game: back, name, time and result, wallet, full screen, help. */
export function PlayBar({ name, inPlay, isDemo, onLeave, onExpand }: Props) {
  const t = useText()
  return (
    <header className="bar flex min-h-44 items-center gap-4 pe-6 ps-2 pt-[env(safe-area-inset-top)]">
      <IconButton icon="caret-left-bold" label={t('app.back.label')} onClick={onLeave} />
      <div className="min-w-0 flex-1">
        <PageTitle isLong>{name}</PageTitle>
        {inPlay && <FrameState inPlay={inPlay} />}
        {isDemo && <p className="text-11 text-text-2">{t('play.bar.demo')}</p>}
      </div>
      {!isDemo && <WalletPill />}
      <span className="narrow:hidden">
        <IconButton icon="corners-out" label={t('play.bar.expand')} onClick={onExpand} />
      </span>
      <IconButton icon="headset-duotone" label={t('play.bar.support')} onClick={() => openSupport()} />
    </header>
  )
}

/** The session's time and net result, always visible. */
function FrameState({ inPlay }: { inPlay: InPlay }) {
  const t = useText()
  const { signedMoney } = useFormat()
  const now = useNow()
  return (
    <p className="flex gap-8 text-11 whitespace-nowrap text-text-2 tabular-nums">
      <span>
        <span className="sr-only">{t('play.bar.clock')} </span>
        <span role="timer">{sessionClock(now - Date.parse(inPlay.openedAt))}</span>
      </span>
      <span>
        <span className="sr-only">{t('play.bar.net')} </span>
        {signedMoney(inPlay.returnedCents - inPlay.stakedCents)}
      </span>
    </p>
  )
}

import { Icon } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { parlayOdds } from '../bet-kind.ts'
import { useSlip } from '../slip-store.ts'
import { modeOf } from './slip-mode.ts'

const modeTexts = {
  singles: 'sportsbook.slip.singles',
  parlay: 'sportsbook.slip.parlay',
  system: 'sportsbook.slip.system',
} as const

/** The slip in one line above the tabs, once it has a selection. */
export function MiniBar() {
  const t = useText()
  const { price } = useFormat()
  const slip = useSlip()
  const { legs, requests } = slip
  if (legs.length === 0) return null
  const mode = modeOf(slip, requests)
  // Two selections of one match are no parlay, and have no joint odds.
  const isOneBet = mode === 'parlay' && new Set(legs.map(({ fixtureId }) => fixtureId)).size === legs.length
  return (
    <div className="frame-fixed bottom-[calc(max(env(safe-area-inset-bottom),0.06rem)+0.66rem)] z-41 px-12">
      <button
        key={legs.length}
        type="button"
        onClick={() => openOverlay('slip')}
        className="pop key-brand focus-ink flex min-h-54 w-full cursor-pointer touch-manipulation items-center gap-8 rounded-18 ps-16 pe-8 text-start text-14 shadow-2 active:translate-y-1"
      >
        <span className="min-w-0 flex-1 truncate roomy:py-6 roomy:whitespace-normal">
          <span className="font-800 tracking-tight">
            {t('sportsbook.slip.count', { count: legs.length })}
          </span>
          {' · '}
          {legs.length === 1 || isOneBet ? price(parlayOdds(legs)) : t(modeTexts[mode])}
        </span>
        <span className="flex min-h-38 items-center gap-6 rounded-14 bg-on-brand px-14 font-700 text-brand">
          {/* At large text the content needs the room; the arrow stays. */}
          <span className="roomy:sr-only">{t('sportsbook.slip.open')}</span>
          <Icon name="caret-up-bold" className="size-14" />
        </span>
      </button>
    </div>
  )
}

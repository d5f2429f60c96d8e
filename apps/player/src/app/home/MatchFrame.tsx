import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useText } from '../../shared/text/text.ts'

type Side = { name: string; crest: ReactNode; score: number | null }

type Props = {
  href: string
  isLive: boolean
  competition: string
  /** Shown beside the competition's name. */
  mark?: ReactNode
  /** The clock of a live match, or its start. */
  time: ReactNode
  minute: number | null
  sides: readonly [Side, Side]
  /** The prices. */
  children: ReactNode
}

/** A match card: competition, time, sides, and its prices or their placeholder. */
export function MatchFrame({ href, isLive, competition, mark, time, minute, sides, children }: Props) {
  const t = useText()
  return (
    <article className="hairline w-304 wide:w-[max(calc(50%-var(--spacing)*14),calc(var(--spacing)*264))] max-w-[86%] roomy:w-346 roomy:max-w-[96%] shrink-0 snap-start rounded-18 bg-surface-1 p-12 hover:bg-surface-2">
      <Link href={href} className="block rounded-8">
        <div className="flex items-center gap-6 text-11 text-text-2 narrow:flex-wrap wide:flex-wrap roomy:flex-wrap">
          {isLive && (
            <span className="shrink-0 rounded-6 bg-live px-6 py-2 text-10 font-700 whitespace-nowrap text-on-live uppercase">
              {t('app.live.tag')}
            </span>
          )}
          <span className="min-w-0 narrow:min-w-min wide:min-w-min roomy:basis-full roomy:order-first">
            {competition}
          </span>
          {mark}
          <span className="flex-1" />
          {time}
        </div>
        {isLive ? <Timeline minute={minute} /> : <div className="h-10" />}
        {sides.map(({ name, crest, score }) => (
          <div key={name} className="flex min-h-28 items-center gap-8 text-14 font-600 tracking-tight">
            {crest}
            <span className="min-w-0 flex-1">{name}</span>
            {isLive && <span className="text-18 font-800">{score}</span>}
          </div>
        ))}
      </Link>
      {children}
    </article>
  )
}

/** Prices on a card are one row. */
export const pricesRow = 'mt-10 grid auto-cols-fr grid-flow-col gap-6'

const fullMinutes = 90

/** The match's progress, with a notch at half time. */
function Timeline({ minute }: { minute: number | null }) {
  const share = Math.min(1, (minute ?? 0) / fullMinutes)
  return (
    <div aria-hidden="true" className="relative mt-9 mb-10 h-3 rounded-full bg-surface-3">
      <div
        className="h-full rounded-full bg-linear-to-r from-live/40 to-live transition-[width] duration-(--dur-4)"
        style={{ width: `${share * 100}%` }}
      />
      <span className="absolute start-1/2 -top-2 h-7 w-2 bg-surface-1" />
    </div>
  )
}

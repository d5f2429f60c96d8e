import { type RefObject, useEffect, useRef } from 'react'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { gemsFound, ladderOf, type MinesRound, nextChance } from './mines-board.ts'

type Props = {
  round: MinesRound | undefined
  mineCount: number
  /** Without a round: how many diamonds to find. */
  aimed: number
}

/** Below the board: diamonds found, multiplier, the next one's chance or the loss, and the ladder. */
export function MinesStatus({ round, mineCount, aimed }: Props) {
  const t = useText()
  const format = useFormat()
  const found = round ? gemsFound(round) : aimed
  const ladder = ladderOf(mineCount)
  const next = ladder[found]
  return (
    <>
      <div className="grid grid-cols-[1fr_auto_1fr] items-center gap-8 px-16 roomy:gap-6 roomy:px-10 zoomed:grid-cols-1 pt-14 tiny:pt-6">
        <p className="grid text-11 leading-tight text-text-2">
          {t('games.mines.found')}
          <span className="text-14 font-700 text-text">
            {t('games.mines.foundOf', { found, all: ladder.length })}
          </span>
        </p>
        <p
          data-status={round?.status}
          className="text-40 roomy:text-24 font-800 tracking-tighter text-text-3 data-[status=lost]:text-loss data-[status=open]:text-win data-[status=won]:text-win tiny:text-24"
        >
          {format.multiplier(round?.multiplierE4 ?? ladder[found - 1] ?? 10_000)}
        </p>
        {round?.status === 'lost' ? (
          <p className="text-end text-14 leading-tight font-700 text-loss">
            {t('games.paced.lost', { amount: format.money(round.stakeCents) })}
          </p>
        ) : (
          <p className="grid text-end text-11 leading-tight text-text-2">
            {t('games.mines.next')}
            <span className="text-14 font-700 text-text">
              {next === undefined
                ? t('games.mines.noNext')
                : `${format.multiplier(next)} · ${format.percent(nextChance(mineCount, found))}`}
            </span>
          </p>
        )}
      </div>
      <Ladder ladder={ladder} found={found} />
    </>
  )
}

/** The rungs around the next one; the pay table has all. */
function Ladder({ ladder, found }: { ladder: readonly number[]; found: number }) {
  const t = useText()
  const format = useFormat()
  const row = useRef<HTMLOListElement>(null)
  useScrolledTo(row, found)
  return (
    <ol
      ref={row}
      dir="ltr"
      data-brief
      aria-label={t('games.mines.ladder')}
      className="relative flex no-bar scroll-smooth gap-5 overflow-x-hidden px-12 pt-12 pb-2 short:hidden"
    >
      {ladder.map((multiplierE4, place) => (
        <li
          key={multiplierE4}
          data-reached={place < found || undefined}
          aria-current={place === found ? 'step' : undefined}
          className="grid min-h-42 min-w-66 shrink-0 content-center justify-items-center hairline rounded-11 bg-surface-2 px-6 text-13 leading-tight font-700 text-text-2 aria-[current]:bg-brand-tint aria-[current]:text-brand-text aria-[current]:ring-brand data-reached:bg-win-tint data-reached:text-win"
        >
          {format.multiplier(multiplierE4)}
          <span className="text-10 font-500 text-text-2">{place + 1}</span>
        </li>
      ))}
    </ol>
  )
}

/**
 * Scrolls the next rung into view with the previous ones. Measured after the browser's own layout: reading at once
 * would force a layout during a step.
 */
const useScrolledTo = (row: RefObject<HTMLOListElement | null>, place: number): void => {
  useEffect(() => {
    const ladder = row.current
    const rung = ladder?.children[place]
    if (!ladder || !rung) return undefined
    const seen = new IntersectionObserver(
      ([first]) => {
        seen.disconnect()
        if (!first?.rootBounds) return
        const { left, width } = first.boundingClientRect
        ladder.scrollBy({ left: left - first.rootBounds.left - 3.2 * width })
      },
      { root: ladder },
    )
    seen.observe(rung)
    return () => seen.disconnect()
  }, [row, place])
}

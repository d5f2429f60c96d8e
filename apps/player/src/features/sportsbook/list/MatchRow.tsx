import { memo } from 'react'
import { Link } from 'wouter'
import { hasField, isLive } from '../../../shared/fixture.ts'
import { eventHref } from '../../../shared/paths.ts'
import { useRowInSight } from '../../../shared/rows-in-sight.ts'
import { offeredMarketOf } from './list-markets.ts'
import css from './list.module.css'
import { RaceRow } from './RaceRow.tsx'
import { RowPrices } from './RowPrices.tsx'
import { RowTime } from './RowTime.tsx'
import type { RowProps } from './row-props.ts'
import { RowSides } from './RowSides.tsx'
import { Star } from './Star.tsx'
import { useGoalMark } from './use-goal-mark.ts'

/** A match of a league: time, sides, prices. The sides link to its page. */
export const MatchRow = memo(function MatchRow(props: RowProps) {
  const { fixture, shown, columns, frozen } = props
  const row = useGoalMark<HTMLDivElement>(
    isLive(fixture) && fixture.sport === 'football'
      ? (fixture.homeScore ?? 0) + (fixture.awayScore ?? 0)
      : null,
  )
  useRowInSight(row, fixture.fixtureId)
  if (hasField(fixture)) return <RaceRow {...props} />
  return (
    <div
      ref={row}
      className={`${css.row} grid grid-cols-[minmax(0,1fr)_auto] items-end gap-8 border-t border-line px-12 py-4 hover:bg-surface-2 roomy:grid-cols-1`}
    >
      <div className="relative min-w-0">
        <Link href={eventHref(fixture.fixtureId)} className="block rounded-8">
          <RowTime {...props} />
          <RowSides fixture={fixture} />
        </Link>
        {/* At the end of the time line: it takes the tap there; names and scores below link to the match. */}
        <Star fixture={fixture} className="absolute -end-10 -top-16" />
      </div>
      <RowPrices
        fixture={fixture}
        market={offeredMarketOf(fixture, shown)}
        columns={columns}
        frozen={frozen}
      />
    </div>
  )
})

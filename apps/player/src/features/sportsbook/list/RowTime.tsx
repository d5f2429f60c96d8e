import { useFormat } from '../../../shared/format/use-format.ts'
import { MatchClock } from '../../../shared/match/MatchClock.tsx'
import { useText } from '../../../shared/text/text.ts'
import type { RowProps } from './row-props.ts'

/** A match's start or progress, and its number of markets, if any. */
export function RowTime({ fixture, withDay = false }: Pick<RowProps, 'fixture' | 'withDay'>) {
  const t = useText()
  const { start } = useFormat()
  return (
    // One line that leaves its end to the star: the market count is shown whole or not at all.
    <p className="flex h-[1lh] flex-wrap items-center gap-x-4 overflow-hidden pe-20 text-11 leading-tight whitespace-nowrap text-text-2 roomy:h-auto">
      {fixture.matchStatus === 0 ? (
        <time dateTime={fixture.startsAt} className="font-700">
          {start(fixture, withDay ? 'kickOff' : 'clock')}
        </time>
      ) : (
        <MatchClock fixture={fixture} />
      )}
      {fixture.marketCount > 0 && (
        <span className="tracking-tight">
          · {t('sportsbook.row.markets', { count: fixture.marketCount })}
        </span>
      )}
    </p>
  )
}

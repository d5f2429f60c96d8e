import { Skeleton } from '@palpite/ui'
import { eventHref } from '../../shared/paths.ts'
import { MatchFrame, pricesRow } from './MatchFrame.tsx'

/**
 * A match on home as a build-time template: the server fills in the names. No prices: a page may come from a cache, so
 * the app loads current ones.
 */
export function MatchOutlineCard({ isLive }: { isLive: boolean }) {
  const crest = <Skeleton className="size-22 shrink-0 rounded-full" />
  return (
    <MatchFrame
      href={eventHref('{{id}}')}
      isLive={isLive}
      competition="{{competition}}"
      time={<time className="font-700 text-text">{isLive ? null : '{{kickOff}}'}</time>}
      minute={null}
      sides={[
        { name: '{{home}}', crest, score: null },
        { name: '{{away}}', crest, score: null },
      ]}
    >
      <div className={pricesRow}>
        {[1, 2, 3].map((place) => (
          <Skeleton key={place} className="finger-42 rounded-11" />
        ))}
      </div>
    </MatchFrame>
  )
}

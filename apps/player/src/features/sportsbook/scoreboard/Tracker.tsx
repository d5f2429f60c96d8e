import { createElement, Suspense } from 'react'
import { type Fixture, isLive } from '../../../shared/fixture.ts'
import { matchTime } from '../../../shared/match/match-words.ts'
import { useText } from '../../../shared/text/text.ts'
import { eventWords } from './event-words.ts'
import { trackers } from './table.ts'
import { sheet } from './tracker/drawing.ts'
import { trackerWords } from './tracker-words.ts'
import type { TimedEvent } from './match-events.ts'

/** A match's field drawn from its score, with the last event highlighted; still under reduced motion. */
export function Tracker({ fixture, events }: { fixture: Fixture; events: readonly TimedEvent[] }) {
  const t = useText()
  const { state, sport } = fixture
  if (!state) return null
  const last = events[0] ?? null
  const words = trackerWords(t, fixture)
  const headline = last && isLive(fixture) ? eventWords(t, fixture, last) : matchTime(t, fixture)
  return (
    <figure>
      <div className="relative overflow-hidden rounded-14 bg-surface-2">
        {/* Has its size before the field loads, so nothing below moves. */}
        <svg aria-hidden="true" viewBox={`0 0 ${sheet.width} ${sheet.height}`} className="block w-full">
          <Suspense>{createElement(trackers[sport], { fixture, state, last })}</Suspense>
        </svg>
        <span className="absolute start-8 top-8 flex max-w-[80%] items-center gap-6 rounded-8 bg-surface-1 px-8 py-4 text-12 font-700">
          <span
            aria-hidden="true"
            data-tone={last?.tone}
            className="size-7 shrink-0 rounded-full bg-text-3 data-[tone=score]:bg-brand-line data-[tone=warn]:bg-live"
          />
          <span className="min-w-0">{headline}</span>
        </span>
      </div>
      <figcaption className="px-4 pt-8 text-12 text-text-2">
        {words.length > 0 && (
          <span className="flex flex-wrap gap-x-10 font-600 text-text">
            {words.map((word) => (
              <span key={word}>{word}</span>
            ))}
          </span>
        )}
        {t('sportsbook.tracker.note')}
      </figcaption>
    </figure>
  )
}

import type { Language } from '@palpite/contract/languages'
import { type Fixture, isLive } from '../../../shared/fixture.ts'
import { matchTime } from '../../../shared/match/match-words.ts'
import { type text, useLanguage, useText } from '../../../shared/text/text.ts'
import { eventWords } from './event-words.ts'
import type { TimedEvent } from './match-events.ts'

/** The events since the start, newest first. */
export function MatchTimeline({ fixture, events }: { fixture: Fixture; events: readonly TimedEvent[] }) {
  const t = useText()
  const language = useLanguage()
  if (events.length === 0) {
    return <p className="py-16 text-center text-13 text-text-2">{t('sportsbook.timeline.empty')}</p>
  }
  return (
    <ol className="grid gap-1 py-4">
      {events.map((event) => (
        <li key={event.id} className="flex items-baseline gap-8 rounded-8 px-4 py-5 text-13">
          <span className="w-76 shrink-0 text-12 font-700 text-text-2">{momentOf(t, language, event)}</span>
          <span
            aria-hidden="true"
            data-tone={event.tone}
            className="size-7 shrink-0 rounded-full bg-text-3 data-[tone=score]:bg-brand-line data-[tone=warn]:bg-live"
          />
          <span className="min-w-0 flex-1 font-600">{eventWords(t, fixture, event)}</span>
        </li>
      ))}
    </ol>
  )
}

/** An event's time; in a race, which has no clock, its distance. */
const momentOf = (t: typeof text, language: Language, { fixture }: TimedEvent): string =>
  fixture.state?.family === 'race' && isLive(fixture)
    ? new Intl.NumberFormat(language, { style: 'unit', unit: 'meter' }).format(fixture.state.doneMetres)
    : matchTime(t, fixture)

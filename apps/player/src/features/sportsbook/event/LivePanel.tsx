import { Icon, Segmented } from '@palpite/ui'
import { useId, useState } from 'react'
import type { Fixture } from '../../../shared/fixture.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'
import { matchStats } from '../scoreboard/match-stats.ts'
import { MatchStats } from '../scoreboard/MatchStats.tsx'
import { MatchTimeline } from '../scoreboard/MatchTimeline.tsx'
import { Tracker } from '../scoreboard/Tracker.tsx'
import { useMatchEvents } from '../scoreboard/use-match-events.ts'
import { foldField, useFieldFold } from './field-fold.ts'

const panels = ['stats', 'timeline'] as const
type Panel = (typeof panels)[number]

const texts: Readonly<Record<Panel, TextKey>> = {
  stats: 'sportsbook.panel.stats',
  timeline: 'sportsbook.panel.timeline',
}

/** A live match: its statistics and events; the field is folded. Without statistics, as in a race, only the events. */
export function LivePanel({ fixture }: { fixture: Fixture }) {
  const t = useText()
  const fieldId = useId()
  const [panel, setPanel] = useState<Panel>('stats')
  const isOpen = useFieldFold((state) => state.isOpen)
  const events = useMatchEvents(fixture)
  const hasStats = matchStats(fixture.state).length > 0
  const shown = hasStats ? panel : 'timeline'
  return (
    <section aria-label={t('sportsbook.panel.label')} className="hairline rounded-18 bg-surface-1 p-10 pb-4">
      {hasStats && (
        <Segmented
          label={t('sportsbook.panel.label')}
          value={panel}
          options={panels.map((each) => ({ value: each, label: t(texts[each]) }))}
          onChange={setPanel}
        />
      )}
      <div className="min-h-90 pt-6">
        {shown === 'stats' && <MatchStats fixture={fixture} />}
        {shown === 'timeline' && <MatchTimeline fixture={fixture} events={events} />}
      </div>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={fieldId}
        onClick={() => foldField(!isOpen)}
        className="flex finger-44 w-full cursor-pointer touch-manipulation items-center gap-8 rounded-11 px-4 text-start text-13 font-600 text-text-2 hover:bg-surface-2 hover:text-text"
      >
        <span className="flex-1">{t('sportsbook.panel.tracker')}</span>
        <Icon name={isOpen ? 'caret-up-bold' : 'caret-down-bold'} className="size-16" />
      </button>
      <div id={fieldId} hidden={!isOpen} className="pt-4 pb-6">
        {isOpen && <Tracker fixture={fixture} events={events} />}
      </div>
    </section>
  )
}

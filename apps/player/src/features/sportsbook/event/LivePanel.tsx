import { Segmented } from '@palpite/ui'
import { useState } from 'react'
import type { Fixture } from '../../../shared/fixture.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'
import { MatchStats } from '../scoreboard/MatchStats.tsx'
import { SeenTimeline } from '../scoreboard/SeenTimeline.tsx'
import { Tracker } from '../scoreboard/Tracker.tsx'
import { useSeenEvents } from '../scoreboard/use-seen-events.ts'

const panels = ['tracker', 'stats', 'timeline'] as const
type Panel = (typeof panels)[number]

const texts: Readonly<Record<Panel, TextKey>> = {
  tracker: 'sportsbook.panel.tracker',
  stats: 'sportsbook.panel.stats',
  timeline: 'sportsbook.panel.timeline',
}

/** A match that has begun, to follow: its field, its counts, and what happened. */
export function LivePanel({ fixture }: { fixture: Fixture }) {
  const t = useText()
  const [panel, setPanel] = useState<Panel>('tracker')
  const events = useSeenEvents(fixture)
  return (
    <section aria-label={t('sportsbook.panel.label')} className="hairline rounded-18 bg-surface-1 p-10">
      <Segmented
        label={t('sportsbook.panel.label')}
        value={panel}
        options={panels.map((each) => ({ value: each, label: t(texts[each]) }))}
        onChange={setPanel}
      />
      <div className="pt-10">
        {panel === 'tracker' && <Tracker fixture={fixture} events={events} />}
        {panel === 'stats' && <MatchStats fixture={fixture} />}
        {panel === 'timeline' && <SeenTimeline fixture={fixture} events={events} />}
      </div>
    </section>
  )
}

import { useState } from 'react'
import type { Fixture } from '../../../shared/fixture.ts'
import { eventsBetween, type SeenEvent } from './seen-events.ts'

/** An event with the moment of the match it was seen at. */
export type TimedEvent = SeenEvent & {
  id: number
  fixture: Pick<Fixture, 'sport' | 'matchStatus' | 'clock' | 'state'>
}

/** A long evening of points: the newest are kept. */
const maxKept = 60

/** What happened in a match since its page was opened, newest first. */
export const useSeenEvents = (fixture: Fixture): readonly TimedEvent[] => {
  const [seen, setSeen] = useState<{ state: Fixture['state']; events: readonly TimedEvent[] }>({
    state: fixture.state,
    events: [],
  })
  if (seen.state !== fixture.state) {
    const first = (seen.events[0]?.id ?? 0) + 1
    const fresh = eventsBetween(seen.state, fixture.state).map((event, at, all) => ({
      ...event,
      id: first + all.length - at,
      fixture,
    }))
    setSeen({ state: fixture.state, events: [...fresh, ...seen.events].slice(0, maxKept) })
  }
  return seen.events
}

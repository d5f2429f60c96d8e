import { useMemo, useState } from 'react'
import { useCall } from '../../../shared/api/use-call.ts'
import type { Fixture } from '../../../shared/fixture.ts'
import { type Course, eventsOf, type TimedEvent } from './match-events.ts'

/** A match's events since its start, newest first: stored states and later pushes. */
export const useMatchEvents = (fixture: Fixture): readonly TimedEvent[] => {
  const { fixtureId, sport, version, matchStatus, clock, state } = fixture
  const input = { params: { fixtureId }, loading: false }
  const kept = useCall('GET /api/app/sportsbook/moments/:fixtureId', input).data
  const [seen, setSeen] = useState<Course>([])
  if (seen.at(-1)?.state !== state) setSeen([...seen, { version, matchStatus, clock, state }])
  return useMemo(() => eventsOf(sport, kept ?? [], seen), [sport, kept, seen])
}

import { useEffect, useEffectEvent } from 'react'
import type { PlayerEvents, PublicEvents } from '@palpite/contract'
import { onLive, watchFixtures } from './live.ts'

type ServerEvents = PlayerEvents & PublicEvents

/** Calls back on each event of a name while the component is there. */
export const useLiveEvent = <E extends keyof ServerEvents>(
  name: E,
  listener: (event: ServerEvents[E]) => void,
): void => {
  const heard = useEffectEvent(listener)
  useEffect(() => onLive(name, (event) => heard(event)), [name])
}

/** Keeps these fixtures fresh by socket while the component is there. */
export const useWatchedFixtures = (fixtureIds: readonly string[]): void => {
  const joined = fixtureIds.join()
  useEffect(() => (joined ? watchFixtures(joined.split(',')) : undefined), [joined])
}

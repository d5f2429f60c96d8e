import { useEffect, useEffectEvent } from 'react'
import type { ClientEvents, PlayerEvents, PublicEvents } from '@palpite/contract'
import { onLive, type WatchScope, watchFixtures, watchRoom } from './live.ts'

type ServerEvents = PlayerEvents & PublicEvents

/** Calls back on each event of a name while mounted. */
export const useLiveEvent = <E extends keyof ServerEvents>(
  name: E,
  listener: (event: ServerEvents[E]) => void,
): void => {
  const onEvent = useEffectEvent(listener)
  useEffect(() => onLive(name, (event) => onEvent(event)), [name])
}

/** Keeps these fixtures current by socket while mounted: main markets, or all. */
export const useWatchedFixtures = (fixtureIds: readonly string[], scope: WatchScope = 'main'): void => {
  const joined = fixtureIds.join()
  useEffect(() => (joined ? watchFixtures(joined.split(','), scope) : undefined), [joined, scope])
}

/** Keeps this room of a shared game current by socket while mounted. */
export const useWatchedRoom = (room: NonNullable<ClientEvents['watchRoom']['room']>): void =>
  useEffect(() => watchRoom(room), [room])

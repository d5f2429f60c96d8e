import type { PublicEvents } from '@palpite/contract'
import { type EventHandler, type EventOf, on } from '../platform/events.ts'
import type { Log } from '../platform/log.ts'
import { marketChanged } from '../sportsbook/index.ts'
import type { Publisher } from './publish.ts'
import { roomOfFixture, roomOfWholeFixture, roomOfGame } from './rooms.ts'
import { sharedRoundChanged } from '../games/index.ts'

type Prices = PublicEvents['prices']

/** What changed in a fixture since its last publication: versions after `since` up to `version`. */
export type FixtureChange = {
  fixtureId: number
  since: number
  version: number
  marketIds: number[]
  newMarketIds: number[]
}

/** Reads the changes when they are sent: the changed markets, and the main markets for list subscribers. */
export type ReadPrices = (
  changes: readonly FixtureChange[],
) => Promise<readonly { whole: Prices; main: Prices }[]>

type PricesNeeds = Omit<Publisher, 'bets'> & { log: Log; readPrices: ReadPrices; everyMs?: number }

/**
 * Publishes price changes without storing them, because only the newest price counts. Changes of one fixture within a
 * fifth of a second become one message, read when it is sent, so the latest wins. A change after a quiet time is sent
 * at once.
 */
export function openPrices({ io, isAlone, log, readPrices, everyMs = 200 }: PricesNeeds): {
  handlers: EventHandler[]
  stop: () => Promise<void>
} {
  let changes = new Map<number, FixtureChange>()
  const isWatched = ({ fixtureId }: FixtureChange) => {
    const { rooms } = io.sockets.adapter
    return !isAlone || rooms.has(roomOfFixture(fixtureId)) || rooms.has(roomOfWholeFixture(fixtureId))
  }
  const send = async () => {
    const batch = [...changes.values()].filter(isWatched)
    changes = new Map()
    if (batch.length === 0) return
    try {
      for (const { whole, main } of await readPrices(batch)) {
        io.to(roomOfWholeFixture(whole.fixtureId)).emit('prices', whole)
        io.to(roomOfFixture(main.fixtureId)).emit('prices', main)
      }
    } catch (error) {
      // They go out with the next change: without them pages would see a gap in the versions.
      for (const change of batch) changes.set(change.fixtureId, merged(change, changes.get(change.fixtureId)))
      log.error({ err: error, fixtureIds: batch.map(({ fixtureId }) => fixtureId) }, 'could not read prices')
    }
  }
  const paced = sendPaced({ send, hasChanges: () => changes.size > 0, everyMs })
  return {
    handlers: [
      on(marketChanged, async (tx, events) =>
        tx.afterCommit(() => {
          for (const event of events) {
            changes.set(event.fixtureId, merged(changeOf(event), changes.get(event.fixtureId)))
          }
          paced.changed()
        }),
      ),
    ],
    stop: paced.stop,
  }
}

const changeOf = (event: EventOf<typeof marketChanged>): FixtureChange => ({
  ...event,
  since: event.version - 1,
})

/** Merges two changes of one fixture. */
const merged = (one: FixtureChange, other: FixtureChange | undefined): FixtureChange =>
  other
    ? {
        fixtureId: one.fixtureId,
        since: Math.min(one.since, other.since),
        version: Math.max(one.version, other.version),
        marketIds: [...new Set([...other.marketIds, ...one.marketIds])],
        newMarketIds: [...new Set([...other.newMarketIds, ...one.newMarketIds])],
      }
    : one

type GameRoom = PublicEvents['gameRoom']

/** Reads the public state of a shared game's room. */
export type ReadRoom = (room: GameRoom['room']) => Promise<GameRoom>

type RoomsNeeds = Publisher & { log: Log; readRoom: ReadRoom; everyMs?: number }

/**
 * Publishes rooms of shared games as their rounds change, without storing: only the newest state counts. Changes
 * within half a second become one message, read when it is sent; one after a quiet time is sent at once.
 */
export function openRooms({ io, isAlone, log, readRoom, everyMs = 500 }: RoomsNeeds): {
  handlers: EventHandler[]
  stop: () => Promise<void>
} {
  let changed = new Set<GameRoom['room']>()
  const isWatched = (room: string) => !isAlone || io.sockets.adapter.rooms.has(roomOfGame(room))
  const send = async () => {
    const batch = [...changed].filter(isWatched)
    changed = new Set()
    for (const room of batch) {
      try {
        io.to(roomOfGame(room)).emit('gameRoom', await readRoom(room))
      } catch (error) {
        changed.add(room) // it goes out with the next change; pages also poll
        log.error({ err: error, room }, 'could not read a game room')
      }
    }
  }
  const paced = sendPaced({ send, hasChanges: () => changed.size > 0, everyMs })
  return {
    handlers: [
      on(sharedRoundChanged, async (tx, events) =>
        tx.afterCommit(() => {
          for (const { room } of events) changed.add(room as GameRoom['room'])
          paced.changed()
        }),
      ),
    ],
    stop: paced.stop,
  }
}

type Options = {
  /** Sends all changes; those that cannot be sent stay for the next time. */
  send: () => Promise<void>
  hasChanges: () => boolean
  everyMs: number
}

/**
 * Sends changes at most this often: one after a quiet time at once, those within the pause together. Call `changed`
 * after each change.
 */
function sendPaced({ send, hasChanges, everyMs }: Options): {
  changed: () => void
  stop: () => Promise<void>
} {
  let sending: Promise<void> | undefined
  let pause: NodeJS.Timeout | undefined
  let isStopped = false

  const changed = () => {
    if (isStopped || pause || !hasChanges()) return
    pause = setTimeout(() => {
      pause = undefined
      // One reading at a time: an older one that finishes later would undo the newer.
      void (sending ?? Promise.resolve()).then(changed)
    }, everyMs)
    sending = send().finally(() => {
      sending = undefined
    })
  }
  return {
    changed,
    stop: async () => {
      isStopped = true
      clearTimeout(pause)
      await sending
      // The event reader has passed these changes: no other server will send them.
      await send()
    },
  }
}

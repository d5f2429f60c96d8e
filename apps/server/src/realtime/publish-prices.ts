import type { PublicEvents } from '@palpite/contract'
import { type EventHandler, type EventOf, on } from '../platform/events.ts'
import type { Log } from '../platform/log.ts'
import { marketChanged } from '../sportsbook/index.ts'
import type { Publisher } from './publish.ts'
import { roomOfFixture, roomOfWholeFixture } from './rooms.ts'
import { sendPaced } from './send-paced.ts'

type Prices = PublicEvents['prices']

/** What changed of a fixture since it was last published: from after version `since` up to `version`. */
export type FixtureChange = {
  fixtureId: number
  since: number
  version: number
  marketIds: number[]
  newMarketIds: number[]
}

/** Reads the changes as they are sent: the changed markets, and the main markets for those who watch a list. */
export type ReadPrices = (
  changes: readonly FixtureChange[],
) => Promise<readonly { whole: Prices; main: Prices }[]>

type Needs = Omit<Publisher, 'bets'> & { log: Log; readPrices: ReadPrices; everyMs?: number }

/**
 * Publishes price changes: never stored, because the newest price is all that counts. Changes of one fixture within a
 * fifth of a second become one message, read when it is sent, so the latest wins. A change that comes after a quiet
 * time is sent at once.
 */
export function openPrices({ io, isAlone, log, readPrices, everyMs = 200 }: Needs): {
  handlers: EventHandler[]
  stop: () => Promise<void>
} {
  let changes = new Map<number, FixtureChange>()
  const isWatched = ({ fixtureId }: FixtureChange) => {
    const { rooms } = io.sockets.adapter
    return !isAlone || rooms.has(roomOfFixture(fixtureId)) || rooms.has(roomOfWholeFixture(fixtureId))
  }
  const send = async () => {
    const taken = [...changes.values()].filter(isWatched)
    changes = new Map()
    if (taken.length === 0) return
    try {
      for (const { whole, main } of await readPrices(taken)) {
        io.to(roomOfWholeFixture(whole.fixtureId)).emit('prices', whole)
        io.to(roomOfFixture(main.fixtureId)).emit('prices', main)
      }
    } catch (error) {
      // What they were meant for goes out with the next change: pages see the gap otherwise.
      for (const change of taken) changes.set(change.fixtureId, merged(change, changes.get(change.fixtureId)))
      log.error({ err: error, fixtureIds: taken.map(({ fixtureId }) => fixtureId) }, 'prices were not read')
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

/** Two changes of one fixture as one. */
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

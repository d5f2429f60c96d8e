import type { PublicEvents } from '@palpite/contract'
import { sharedRoundChanged } from '../games/index.ts'
import { type EventHandler, on } from '../platform/events.ts'
import type { Log } from '../platform/log.ts'
import type { Publisher } from './publish.ts'
import { roomOfGame } from './rooms.ts'
import { sendPaced } from './send-paced.ts'

type GameRoom = PublicEvents['gameRoom']

/** Reads a room of a shared game as everybody may see it. */
export type ReadRoom = (room: GameRoom['room']) => Promise<GameRoom>

type Needs = Publisher & { log: Log; readRoom: ReadRoom; everyMs?: number }

/**
 * Publishes rooms of shared games as their rounds change: never stored, because the newest state is all that counts. What
 * changes within half a second is one message, read when it is sent; what comes after a quiet time is sent at once.
 */
export function openRooms({ io, isAlone, log, readRoom, everyMs = 500 }: Needs): {
  handlers: EventHandler[]
  stop: () => Promise<void>
} {
  let changed = new Set<GameRoom['room']>()
  const isWatched = (room: string) => !isAlone || io.sockets.adapter.rooms.has(roomOfGame(room))
  const send = async () => {
    const taken = [...changed].filter(isWatched)
    changed = new Set()
    for (const room of taken) {
      try {
        io.to(roomOfGame(room)).emit('gameRoom', await readRoom(room))
      } catch (error) {
        changed.add(room) // it goes out with the next change; pages ask by themselves too
        log.error({ err: error, room }, 'a room of a game was not read')
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

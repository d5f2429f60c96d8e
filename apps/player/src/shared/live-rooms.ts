import type { PublicEvents } from '@palpite/contract'
import { replaceEqualDeep } from '@tanstack/react-query'
import { callKey } from './api/use-call.ts'
import { queryClient } from './query.ts'

type GameRoom = PublicEvents['gameRoom']

const roomCall = 'GET /api/app/games/shared/:room'

/** Of two readings of a room the later one, by the server's clock: an answer may come after a newer push. */
const newerRoom = (held: GameRoom | undefined, come: GameRoom): GameRoom =>
  held && held.room === come.room && held.at > come.at ? held : come

queryClient.setQueryDefaults([roomCall], {
  structuralSharing: (held, come) =>
    replaceEqualDeep(held, newerRoom(held as GameRoom | undefined, come as GameRoom)),
})

/** Puts a pushed room where the answer of its call lives. */
export const writeRoom = (room: GameRoom): void =>
  void queryClient.setQueryData<GameRoom>(callKey(roomCall, { params: { room: room.room } }), room)

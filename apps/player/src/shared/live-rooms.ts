import type { PublicEvents } from '@palpite/contract'
import { replaceEqualDeep } from '@tanstack/react-query'
import { callKey } from './api/use-call.ts'
import { queryClient } from './query.ts'

type GameRoom = PublicEvents['gameRoom']

const roomCall = 'GET /api/app/games/shared/:room'

/** The newer of two readings of a game room, by the server's clock: an answer may arrive after a newer push. */
const newerRoom = (held: GameRoom | undefined, come: GameRoom): GameRoom =>
  held && held.room === come.room && held.at > come.at ? held : come

queryClient.setQueryDefaults([roomCall], {
  structuralSharing: (held, come) =>
    replaceEqualDeep(held, newerRoom(held as GameRoom | undefined, come as GameRoom)),
})

/** Writes a pushed room into the answer of its call. */
export const writeRoom = (room: GameRoom): void =>
  void queryClient.setQueryData<GameRoom>(callKey(roomCall, { params: { room: room.room } }), room)

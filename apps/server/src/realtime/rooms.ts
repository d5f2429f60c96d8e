import type { Lang } from '../platform/texts.ts'
import type { Holder } from './queries.ts'

/** All connections of a player; with a language, those that use it. */
export const roomOfPlayer = (playerId: number, lang?: Lang) =>
  lang === undefined ? `player:${playerId}` : `player:${playerId}:${lang}`

export const roomOfSession = (sessionId: number) => `session:${sessionId}`

const WATCHED = 'fixture:'

/** Connections that show a fixture in a list, with its main markets. */
export const roomOfFixture = (fixtureId: string | number) => `${WATCHED}${fixtureId}`

/** Connections that show a fixture with all its markets. */
export const roomOfWholeFixture = (fixtureId: string | number) => `${WATCHED}${fixtureId}:whole`

export const isRoomOfFixture = (room: string) => room.startsWith(WATCHED)

const GAME = 'game:'

/** Connections in a room of a shared game. */
export const roomOfGame = (room: string) => `${GAME}${room}`

export const isRoomOfGame = (room: string) => room.startsWith(GAME)

/** The rooms of a connection from the start. */
export const roomsOf = ({ playerId, sessionId, lang }: Holder): string[] => [
  roomOfPlayer(playerId),
  roomOfPlayer(playerId, lang),
  roomOfSession(sessionId),
]

import type { Lang } from '../platform/texts.ts'
import type { Holder } from './queries.ts'

/** All connections of a player; in one language, those that are spoken to in it. */
export const roomOfPlayer = (playerId: number, lang?: Lang) =>
  lang === undefined ? `player:${playerId}` : `player:${playerId}:${lang}`

export const roomOfSession = (sessionId: number) => `session:${sessionId}`

export const roomOfFixture = (fixtureId: string | number) => `fixture:${fixtureId}`

/** Where a connection listens from the start. */
export const roomsOf = ({ playerId, sessionId, lang }: Holder): string[] => [
  roomOfPlayer(playerId),
  roomOfPlayer(playerId, lang),
  roomOfSession(sessionId),
]

import type { Line } from './keep-alive.ts'
import type { LoadOrder } from './load-wire.ts'

/** A player in a paced game: the round they are in, and how many tiles they have picked. */
type Seat = { token: string; roundId: string | undefined; picked: number }

/**
 * Players who begin a round, pick its tiles one after the other and cash out. Each request is by the player who has
 * waited longest: no player is as fast as a caller.
 */
export function openSeats(
  { host, path, bodies, tokens }: LoadOrder,
  { path: stepPath, tiles }: NonNullable<LoadOrder['steps']>,
): (line: Line, requestId: string) => Promise<void> {
  const waiting: Seat[] = tokens.map((token) => ({ token, roundId: undefined, picked: 0 }))
  const post = (to: string, { token }: Seat, body: object): string => {
    const text = JSON.stringify(body)
    return `POST ${to} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: ${token}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`
  }
  return async (line, requestId) => {
    const seat = waiting.shift()
    if (!seat) throw new Error('there are more players than callers')
    const { roundId, picked } = seat
    const request =
      roundId === undefined
        ? post(path, seat, { requestId, ...bodies[0] })
        : post(stepPath, seat, { requestId, roundId, tile: tiles[picked] ?? null })
    const answer = await line.request(request)
    const isOpen = answer.includes('"status":"open"')
    seat.roundId = isOpen ? (roundId ?? /"roundId":"(\w+)"/.exec(answer)?.[1]) : undefined
    seat.picked = isOpen && roundId !== undefined ? picked + 1 : 0
    waiting.push(seat)
  }
}

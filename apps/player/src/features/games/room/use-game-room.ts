import type { PublicEvents } from '@palpite/contract'
import { useEffect, useState } from 'react'
import { useCall } from '../../../shared/api/use-call.ts'
import { useIsConnected } from '../../../shared/use-connection.ts'
import { useWatchedRoom } from '../../../shared/use-live.ts'
import { nearerOffset, phaseOf, roundInPlay, roundTaking } from './phase.ts'

export type GameRoom = PublicEvents['gameRoom']
export type RoomName = GameRoom['room']
export type SharedRound = GameRoom['rounds'][number]

/** Pushes come by socket; a call now and then is only to be sure. Visitors have no socket, and ask. */
const safetyPollMs = 20_000
const visitorPollMs = 3000
/** While a draw is due it is asked for often: a wheel that stands still for seconds looks broken. */
const duePollMs = 1000
const tickMs = 200

/**
 * A room of a shared game as it stands now, by the server's clock: the round in play and its phase, the round a bet made
 * now is for, and what was drawn before. Pushed by socket, asked for where there is none.
 */
export const useGameRoom = (name: RoomName) => {
  useWatchedRoom(name)
  const isConnected = useIsConnected()
  const { data, isError, refetch } = useCall(
    'GET /api/app/games/shared/:room',
    { params: { room: name }, loading: false },
    { staleTime: 0, refetchInterval: isConnected ? safetyPollMs : visitorPollMs },
  )
  const now = useServerNow(data?.at)
  const room = data && now !== undefined ? standingOf(data, now) : undefined
  const wants = data !== undefined && now !== undefined && isLacking(data, now)
  useEffect(() => {
    if (!wants) return
    const timer = setInterval(() => void refetch(), duePollMs)
    return () => clearInterval(timer)
  }, [wants, refetch])
  return { room, isError, refetch }
}

export type Standing = ReturnType<typeof standingOf>

/** A room at a moment. Nothing in it tells the draw of the round in play before every screen shows it. */
export const standingOf = (room: GameRoom, now: number) => {
  const round = roundInPlay(room.rounds, now)
  const { phase, leftMs } = round ? phaseOf(round, now) : { phase: 'next' as const, leftMs: 0 }
  const isTold = phase === 'result'
  const history = room.history.filter(({ sharedRoundId }) => isTold || sharedRoundId !== round?.sharedRoundId)
  const isVoid = round?.lotteryStatus === 8888
  return {
    ...room,
    now,
    round,
    taking: roundTaking(room.rounds, now),
    phase,
    leftMs,
    isVoid,
    history,
    /** What came, once it is told. */
    told: isTold ? (round?.outcome ?? undefined) : undefined,
    /** What came in the round before. */
    before: history.find(
      ({ sharedRoundId, outcome }) => outcome !== null && sharedRoundId !== round?.sharedRoundId,
    )?.outcome,
  }
}

/** Whether something should be known by now that is not: a draw, or the next round. */
const isLacking = ({ rounds }: GameRoom, now: number): boolean => {
  const round = roundInPlay(rounds, now)
  return !round || (round.status === 'open' && Date.parse(round.drawsAt) <= now)
}

/** The server's clock now, worked out from a clock of the device that nobody sets. */
const useServerNow = (serverAt: string | undefined): number | undefined => {
  const [own, tick] = useState(() => performance.now())
  const [offset, setOffset] = useState<number>()
  useEffect(() => {
    if (serverAt === undefined) return
    const receivedAt = performance.now()
    const timer = setTimeout(() => setOffset((held) => nearerOffset(held, Date.parse(serverAt), receivedAt)))
    return () => clearTimeout(timer)
  }, [serverAt])
  useEffect(() => {
    const timer = setInterval(() => tick(performance.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return offset === undefined ? undefined : own + offset
}

import type { PublicEvents } from '@palpite/contract'
import { useEffect, useState } from 'react'
import { useCall } from '../../../shared/api/use-call.ts'
import { useIsConnected } from '../../../shared/use-connection.ts'
import { useWatchedRoom } from '../../../shared/use-live.ts'
import { nearerOffset, phaseOf, roundInPlay, roundTaking } from './phase.ts'

export type GameRoom = PublicEvents['gameRoom']
export type RoomName = GameRoom['room']
export type SharedRound = GameRoom['rounds'][number]

/** The socket pushes; polling is a safety net. Visitors have no socket, and poll. */
const safetyPollMs = 20_000
const visitorPollMs = 3000
/** While a draw is due it is polled often: a stopped wheel looks broken. */
const duePollMs = 1000
const tickMs = 200

/**
 * A shared game's room by the server's clock: current round and phase, the round for new bets, and past draws. Pushed,
 * or polled without a socket.
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
  const room = data && now !== undefined ? roomStateOf(data, now) : undefined
  const wants = data !== undefined && now !== undefined && isLacking(data, now)
  useEffect(() => {
    if (!wants) return
    const timer = setInterval(() => void refetch(), duePollMs)
    return () => clearInterval(timer)
  }, [wants, refetch])
  return { room, isError, refetch }
}

export type RoomState = ReturnType<typeof roomStateOf>

/** A room at a moment. It hides the current draw until every screen may show it. */
export const roomStateOf = (room: GameRoom, now: number) => {
  const round = roundInPlay(room.rounds, now)
  const { phase, leftMs } = round ? phaseOf(round, now) : { phase: 'next' as const, leftMs: 0 }
  const isReported = phase === 'result'
  const history = room.history.filter(
    ({ sharedRoundId }) => isReported || sharedRoundId !== round?.sharedRoundId,
  )
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
    /** The draw, once revealed. */
    reported: isReported ? (round?.outcome ?? undefined) : undefined,
    /** The previous round's draw. */
    before: history.find(
      ({ sharedRoundId, outcome }) => outcome !== null && sharedRoundId !== round?.sharedRoundId,
    )?.outcome,
  }
}

/** Whether an expected draw or round is missing. */
const isLacking = ({ rounds }: GameRoom, now: number): boolean => {
  const round = roundInPlay(rounds, now)
  return !round || (round.status === 'open' && Date.parse(round.drawsAt) <= now)
}

/** The server's current time, from a monotonic device clock. */
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

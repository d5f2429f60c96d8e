import { useRef, useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { ApiError, refusalCode, serverMessageOf } from '../../../shared/api/api-error.ts'
import { useCall } from '../../../shared/api/use-call.ts'
import { centsOf } from '../../../shared/format/format.ts'
import { writeBalance } from '../../../shared/live-cache.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { isOwnLimit } from '../../../shared/own-limits.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { useText } from '../../../shared/text/text.ts'
import { useUser } from '../../../shared/use-user.ts'
import { betsIn, betsOn, lastStakes, type OwnBet, stakesOf } from './bets.ts'
import { gameOf, heldBets, listCall, type RoomBet, sendBet, writeBet } from './send-bet.ts'
import type { RoomName, RoomState } from './use-game-room.ts'

/** How often overdue bets are polled. */
const settlingPollMs = 1000

/** The player's bets in a room with the actions bet, undo, repeat and double. */
export const useBets = (name: RoomName, room: RoomState | undefined) => {
  const t = useText()
  const user = useUser()
  const isLoggedIn = useIsLoggedIn()
  const isSettling =
    room?.phase === 'result' &&
    betsOn(betsIn(heldBets(name), name), room.round?.sharedRoundId).some(({ status }) => status === 'open')
  const { data } = useCall(
    listCall,
    { query: { game: gameOf(name) }, loading: false },
    { enabled: isLoggedIn, staleTime: 0, refetchInterval: isSettling ? settlingPollMs : false },
  )
  const bets = betsIn(data?.rounds ?? [], name)
  const unanswered = useRef(new Map<string, string>())
  const [sending, setSending] = useState(0)
  const [problem, setProblem] = useState<{ text: string; leadsToLimits: boolean }>()
  const [isLate, setIsLate] = useState(false)
  const takingId = room?.taking?.sharedRoundId
  const problemOf = (error: ApiError) => ({
    text: serverMessageOf(error) || t('rooms.bet.unanswered'),
    leadsToLimits: isOwnLimit(refusalCode(error)),
  })

  /** Sends one bet. An unanswered one is repeated under the same id, so it cannot be placed twice. */
  const send = async (bet: RoomBet): Promise<boolean> => {
    const of = `${name} ${bet.pick} ${bet.stakeCents}`
    const requestId = unanswered.current.get(of) ?? crypto.randomUUID()
    unanswered.current.delete(of)
    try {
      const { round, ...money } = await sendBet(name, bet, requestId)
      writeBalance(money)
      writeBet(name, round as OwnBet)
      if (round.draw?.sharedRoundId !== takingId) setIsLate(true)
      return true
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      if (error.http === 0 || error.http === 503) unanswered.current.set(of, requestId)
      setProblem(problemOf(error))
      return false
    }
  }

  const run = async (work: () => Promise<unknown>) => {
    setProblem(undefined)
    setIsLate(false)
    setSending((count) => count + 1)
    try {
      await work()
    } finally {
      setSending((count) => count - 1)
    }
  }

  /** Bets in sequence until one is refused. A low balance opens the deposit. */
  const place = (...wanted: readonly RoomBet[]) => {
    const missingCents = wanted.reduce((sum, bet) => sum + bet.stakeCents, 0) - centsOf(user?.balance ?? 0)
    if (user && missingCents > 0) return openOverlay('deposit', { missingCents })
    void run(async () => {
      for (const bet of wanted) if (!(await send(bet))) return
    })
  }

  const placeAll = (stakes: ReadonlyMap<string, number>) =>
    place(...[...stakes].map(([pick, stakeCents]) => ({ pick, stakeCents })))

  const open = betsOn(bets, takingId)
  const undo = () =>
    void run(async () => {
      const [newest] = open
      if (!newest) return
      try {
        const { round, ...money } = await api('POST /api/app/games/shared/cancel', {
          body: { roundId: newest.roundId },
          loading: false,
          inline: true,
        })
        writeBalance(money)
        writeBet(name, round as OwnBet)
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        setProblem(problemOf(error))
      }
    })

  return {
    bets,
    /** On the round that accepts bets now. */
    open,
    /** On the current round, which may be closed. */
    current: betsOn(bets, room?.round?.sharedRoundId),
    /** Buttons for all bets wait; chips may be added while one is in flight. */
    isSending: sending > 0,
    problem,
    isLate,
    place,
    undo,
    before: lastStakes(bets, takingId),
    repeat: () => placeAll(lastStakes(bets, takingId)),
    double: () => placeAll(stakesOf(open)),
  }
}

export type Bets = ReturnType<typeof useBets>

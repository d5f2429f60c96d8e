import { useEffect, useRef, useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { centsOf } from '../../../shared/format/format.ts'
import { writeBalance } from '../../../shared/live-cache.ts'
import { useAuto, useAutoMode } from '../auto/use-auto.ts'
import { sendUntilAnswered } from '../paced/send-until-answered.ts'
import type { GameTerms } from '../shell/use-game.ts'
import { useStake } from '../shell/use-stake.ts'
import { useIsHere } from '../use-is-here.ts'
import type { OwnBet } from './bets.ts'
import { playOnDraw } from './play-on-draw.ts'
import { pickOdds, roomStakeBounds } from './room-odds.ts'
import { sendBet, writeBet } from './send-bet.ts'
import type { RoomName, RoomState } from './use-game-room.ts'

/** The retry interval when a draw should be paid and is not. */
const retryMs = 1500
/** Bets are paid a moment after the draw is revealed. */
const paidAfterMs = 800

/** Automatic play in a room: one bet on one pick per round, until plan, player or error ends it. */
export const useRoomAuto = (name: RoomName, room: RoomState, terms: GameTerms) => {
  const mode = useAutoMode()
  const isHere = useIsHere()
  const [pick, choose] = useState<string>()
  const stake = useStake(roomStakeBounds(name, pick, terms))
  const latest = useRef(room)
  useEffect(() => {
    latest.current = room
  })
  const wait = ({ draw }: OwnBet) => {
    const { rounds, now } = latest.current
    const round = rounds.find(({ sharedRoundId }) => sharedRoundId === draw.sharedRoundId)
    const leftMs = round ? Date.parse(round.settlesAt) - now + paidAfterMs : 0
    return new Promise<void>((done) => setTimeout(done, Math.max(retryMs, leftMs)))
  }
  const auto = useAuto({
    mode,
    stake,
    odds: pick === undefined ? undefined : pickOdds(name, pick),
    choose: 'rooms.auto.choose',
    play: async (stakeCents) => {
      const requestId = crypto.randomUUID()
      const { bet, ...played } = await playOnDraw({
        send: async () => {
          const { round, ...money } = await sendUntilAnswered<Awaited<ReturnType<typeof sendBet>>>(() =>
            sendBet(name, { pick: pick ?? '', stakeCents }, requestId),
          )
          writeBalance(money)
          writeBet(name, round as OwnBet)
          return { round: round as OwnBet, balanceCents: centsOf(money.balance) }
        },
        read: async (roundId) =>
          (await api('GET /api/app/games/rounds/:roundId', {
            params: { roundId },
            loading: false,
            inline: true,
          })) as OwnBet,
        wait,
        isHere: () => isHere.current,
      })
      writeBet(name, bet)
      return played
    },
  })
  return { auto, pick, choose }
}

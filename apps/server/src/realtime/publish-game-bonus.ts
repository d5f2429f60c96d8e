import { roundPlayed, studioRoundEnded } from '../games/index.ts'
import type { Tx } from '../platform/db/index.ts'
import { type EventHandler, on } from '../platform/events.ts'
import { readGameBonuses } from '../rewards/index.ts'
import { betSettled } from '../sportsbook/index.ts'
import type { Publisher } from './publish.ts'
import { roomOfPlayer } from './rooms.ts'

/**
 * After settled stakes: tells each player who is here what the game bonus has grown to. Not stored: the next one says
 * more. Read of a list of players at once, by a reader of its own, so that it holds up no balance.
 */
export function gameBonusHandlers({ io, isAlone }: Pick<Publisher, 'io' | 'isAlone'>): EventHandler[] {
  const publish = async (tx: Tx, events: readonly { playerId: number }[]) => {
    const { rooms } = io.sockets.adapter
    const ids = [...new Set(events.map(({ playerId }) => playerId))]
    const here = ids.filter((playerId) => !isAlone || rooms.has(roomOfPlayer(playerId)))
    if (here.length === 0) return
    const accrued = await readGameBonuses(tx, here)
    tx.afterCommit(() => {
      for (const [playerId, { accruedCents, earningCents }] of accrued) {
        const event = { seq: 0, bouns: accruedCents / 100, amount: earningCents / 100 }
        io.to(roomOfPlayer(playerId)).emit('userBetAmount', event)
      }
    })
  }
  return [on(roundPlayed, publish), on(studioRoundEnded, publish), on(betSettled, publish)]
}

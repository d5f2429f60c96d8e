import type { Server } from 'socket.io'
import { roundPlayed, studioRoundEnded } from '../games/index.ts'
import { sessionEnded } from '../identity/index.ts'
import { balanceChanged, readBalances } from '../ledger/index.ts'
import { messageWritten, supportChanged } from '../messages/index.ts'
import type { Tx } from '../platform/db/index.ts'
import { type EventHandler, on } from '../platform/events.ts'
import type { PublicIds } from '../platform/public-ids.ts'
import type { Lang } from '../platform/texts.ts'
import { readOnBreak } from '../protection/index.ts'
import { betPlaced, betSettled } from '../sportsbook/index.ts'
import { messageHandlers, type Notice, noticeLangs, noticeText } from './messages.ts'
import { deleteTicketsOf, type MessageRow } from './queries.ts'
import { roomOfPlayer, roomOfSession } from './rooms.ts'
import { readGameBonuses } from '../rewards/index.ts'

export type Publisher = {
  io: Server
  /** Whether this is the only server: then a room that is empty here is empty. */
  isAlone: boolean
  /** Bets as they are shown outside. */
  bets: PublicIds
}

type Balances = { cashCents: number; bonusCents: number; version: number }

type Staked = { playerId: number; bonusStakeCents: number }

/** Less than this of the bonus left is as good as none: it opens the deposit (SPEC §4, §9). */
const SPENT_BONUS_CENTS = 51
/** Below this balance a stake is followed by `insBalance`, which opens the deposit prompt (SPEC §4). */
const LOW_BALANCE_CENTS = 1000

/**
 * Publishes events to the players they belong to. Runs in the reader's transaction: messages that must not be missed
 * are stored in it. Nothing is sent before it commits: a reading that is undone is done again, and what it had sent
 * would be sent again under another `seq`.
 */
export function playerHandlers(publisher: Publisher): EventHandler[] {
  const { io } = publisher
  const promptLow = async (tx: Tx, events: readonly Staked[]) => {
    const balancesByPlayer = await withoutBreaks(tx, await balancesOfStakers(publisher, tx, events))
    const drewOnBonus = new Set(events.flatMap((one) => (one.bonusStakeCents > 0 ? [one.playerId] : [])))
    tx.afterCommit(() => {
      // First, because the page asks once: a bonus that is spent leads to the whole deposit.
      publishSpentBonuses(io, balancesByPlayer, drewOnBonus)
      publishLowBalances(io, balancesByPlayer)
    })
  }
  return [
    on(balanceChanged, async (tx, events) => tx.afterCommit(() => publishBalances(publisher, events))),
    on(sessionEnded, async (tx, events) => {
      const sessionIds = events.map(({ sessionId }) => sessionId)
      await deleteTicketsOf(tx, sessionIds)
      tx.afterCommit(() => {
        for (const sessionId of sessionIds) io.in(roomOfSession(sessionId)).disconnectSockets(true)
      })
    }),
    on(messageWritten, async (tx, events) =>
      tx.afterCommit(() => {
        for (const { playerId, kind } of events)
          io.to(roomOfPlayer(playerId)).emit('message', { seq: 0, kind })
      }),
    ),
    on(supportChanged, async (tx, events) =>
      tx.afterCommit(() => {
        for (const { playerId, what, by } of events)
          io.to(roomOfPlayer(playerId)).emit('support', { seq: 0, what, by })
      }),
    ),
    on(roundPlayed, promptLow),
    on(studioRoundEnded, promptLow),
    on(betPlaced, promptLow),
    ...messageHandlers({ publish: (messages) => publishMessages(io, messages), bets: publisher.bets }),
  ]
}

function publishMessages(io: Server, messages: readonly MessageRow[]): void {
  for (const message of messages) {
    const { playerId, event } = message
    if (event !== 'notice') {
      io.to(roomOfPlayer(playerId)).emit(event, toWireMessage(message, 'pt-BR'))
      continue
    }
    for (const lang of noticeLangs) {
      io.to(roomOfPlayer(playerId, lang)).emit(event, toWireMessage(message, lang))
    }
  }
}

/** A stored message on the wire. Notices alone have words, and get them in the language of the connection. */
export const toWireMessage = ({ seq, event, payload }: MessageRow, lang: Lang): Record<string, unknown> =>
  event === 'notice' ? { seq, text: noticeText(payload as Notice, lang) } : { ...payload, seq }

function publishBalances(
  { io, isAlone }: Publisher,
  events: readonly (Balances & { playerId: number })[],
): void {
  for (const { playerId, ...balances } of events) {
    const room = roomOfPlayer(playerId)
    // Writing out what nobody gets took a tenth of the server under a load of players without a socket.
    if (isAlone && !io.sockets.adapter.rooms.has(room)) continue
    io.to(room).emit('updateUserInfo', toWireBalance(balances))
  }
}

/** A balance on the wire. `seq` 0: it is not stored, the newest version is all that counts. */
export const toWireBalance = ({ cashCents, bonusCents, version }: Balances) => ({
  seq: 0,
  balance: (cashCents + bonusCents) / 100,
  freeBalance: bonusCents / 100,
  balanceVersion: version,
})

/** The balances of players who staked and are here, or may be on another server. */
async function balancesOfStakers(
  { io, isAlone }: Publisher,
  tx: Tx,
  events: readonly { playerId: number }[],
): Promise<ReadonlyMap<number, Balances>> {
  const { rooms } = io.sockets.adapter
  const staked = new Set(events.map(({ playerId }) => playerId))
  const here = [...staked].filter((playerId) => !isAlone || rooms.has(roomOfPlayer(playerId)))
  return here.length === 0 ? new Map() : readBalances(tx, here)
}

/** Of these balances the low ones, without those of players on a break: it may have begun since the stake. */
async function withoutBreaks(tx: Tx, balancesByPlayer: ReadonlyMap<number, Balances>) {
  const low = [...balancesByPlayer].filter(([, { cashCents }]) => cashCents < LOW_BALANCE_CENTS)
  const onBreak = await readOnBreak(
    tx,
    low.map(([playerId]) => playerId),
  )
  return new Map(low.filter(([playerId]) => !onBreak.has(playerId)))
}

/** After a stake: says so to players who are left with little, so that the prompt can open. */
function publishLowBalances(io: Server, balancesByPlayer: ReadonlyMap<number, Balances>): void {
  for (const [playerId, balances] of balancesByPlayer) {
    if (balances.cashCents + balances.bonusCents >= LOW_BALANCE_CENTS) continue
    const { seq, balance, balanceVersion } = toWireBalance(balances)
    io.to(roomOfPlayer(playerId)).emit('insBalance', { seq, balance, balanceVersion })
  }
}

/** After a stake that took bonus money: says so to players who have neither bonus nor much cash left. */
function publishSpentBonuses(
  io: Server,
  balancesByPlayer: ReadonlyMap<number, Balances>,
  drewOnBonus: ReadonlySet<number>,
): void {
  for (const [playerId, balances] of balancesByPlayer) {
    const { cashCents, bonusCents } = balances
    if (!drewOnBonus.has(playerId) || bonusCents >= SPENT_BONUS_CENTS || cashCents >= LOW_BALANCE_CENTS)
      continue
    const { seq, freeBalance, balanceVersion } = toWireBalance(balances)
    io.to(roomOfPlayer(playerId)).emit('freeBalance', { seq, freeBalance, balanceVersion })
  }
}

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

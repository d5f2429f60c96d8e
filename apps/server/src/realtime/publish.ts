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
  /** Whether this is the only server: then a room empty here is empty everywhere. */
  isAlone: boolean
  /** The public ids of bets. */
  bets: PublicIds
}

type Balances = { cashCents: number; bonusCents: number; version: number }

type Staked = { playerId: number; bonusStakeCents: number }

/** A remaining bonus below this counts as spent: it opens the deposit panel (SPEC §4, §9). */
const SPENT_BONUS_CENTS = 51
/** Below this balance a stake is followed by `insBalance`, which opens the deposit prompt (SPEC §4). */
const LOW_BALANCE_CENTS = 1000

/**
 * Publishes events to their players. Runs in the reader's transaction: messages that must not be missed are stored in
 * it. Nothing is sent before it commits: a rolled-back reading is repeated, and would otherwise send its messages
 * again under another `seq`.
 */
export function playerHandlers(publisher: Publisher): EventHandler[] {
  const { io } = publisher
  const promptLow = async (tx: Tx, events: readonly Staked[]) => {
    const balancesByPlayer = await withoutBreaks(tx, await balancesOfStakers(publisher, tx, events))
    const drewOnBonus = new Set(events.flatMap((one) => (one.bonusStakeCents > 0 ? [one.playerId] : [])))
    tx.afterCommit(() => {
      // First, because the page asks once: a spent bonus leads to the full deposit panel.
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

/** A stored message on the wire. Only notices have text: it is in this language. */
export const toWireMessage = ({ seq, event, payload }: MessageRow, lang: Lang): Record<string, unknown> =>
  event === 'notice' ? { seq, text: noticeText(payload as Notice, lang) } : { ...payload, seq }

function publishBalances(
  { io, isAlone }: Publisher,
  events: readonly (Balances & { playerId: number })[],
): void {
  for (const { playerId, ...balances } of events) {
    const room = roomOfPlayer(playerId)
    // Serialising messages for players without a socket took a tenth of the server under load.
    if (isAlone && !io.sockets.adapter.rooms.has(room)) continue
    io.to(room).emit('updateUserInfo', toWireBalance(balances))
  }
}

/** A balance on the wire. `seq` 0: not stored, since only the newest version counts. */
export const toWireBalance = ({ cashCents, bonusCents, version }: Balances) => ({
  seq: 0,
  balance: (cashCents + bonusCents) / 100,
  freeBalance: bonusCents / 100,
  balanceVersion: version,
})

/** The balances of players who staked and are connected, or may be on another server. */
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

/** Those of these balances with little cash, without players on a break, which may have begun since the stake. */
async function withoutBreaks(tx: Tx, balancesByPlayer: ReadonlyMap<number, Balances>) {
  const low = [...balancesByPlayer].filter(([, { cashCents }]) => cashCents < LOW_BALANCE_CENTS)
  const onBreak = await readOnBreak(
    tx,
    low.map(([playerId]) => playerId),
  )
  return new Map(low.filter(([playerId]) => !onBreak.has(playerId)))
}

/** After a stake: tells the app of players with a low balance, so that the prompt can open. */
function publishLowBalances(io: Server, balancesByPlayer: ReadonlyMap<number, Balances>): void {
  for (const [playerId, balances] of balancesByPlayer) {
    if (balances.cashCents + balances.bonusCents >= LOW_BALANCE_CENTS) continue
    const { seq, balance, balanceVersion } = toWireBalance(balances)
    io.to(roomOfPlayer(playerId)).emit('insBalance', { seq, balance, balanceVersion })
  }
}

/** After a stake that used bonus money: tells the app of players with neither bonus nor much cash left. */
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
 * After settled stakes: sends connected players their game bonus total. Not stored: the next total replaces it. Reads
 * a list of players at once, in its own reader, so that it delays no balance.
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

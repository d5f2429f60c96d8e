import type { Server } from 'socket.io'
import { readBalances } from '../ledger/index.ts'
import type { Tx } from '../platform/db/index.ts'
import type { Event, Listen } from '../platform/outbox.ts'
import type { Lang } from '../platform/texts.ts'
import { messagesOf, messageTopics } from './messages.ts'
import { type Notice, noticeLangs, noticeText } from './notices.ts'
import { insertMessages, type MessageRow } from './queries.ts'
import { roomOfFixture, roomOfPlayer, roomOfSession } from './rooms.ts'

/** What the modules below tell about fixtures, players' balances and prompts. */
export type Sources = {
  /** Whether this is the only server: then a room that is empty here is empty. */
  isAlone: boolean
  readFixtures: (tx: Tx, fixtureIds: readonly number[]) => Promise<readonly { fixtureId: string }[]>
}

type BalancesByPlayer = Awaited<ReturnType<typeof readBalances>>

const stakeTopics = ['round.played', 'bet.placed']
export const spokenTopics = [
  ...messageTopics,
  'balance.changed',
  ...stakeTopics,
  'fixture.changed',
  'session.ended',
]

/** Below this balance a stake is followed by `insBalance`, which opens the deposit prompt (SPEC §4). */
const LOW_BALANCE_CENTS = 1000

/**
 * Tells events to whoever is connected. Runs in the reader's transaction: messages that must not be missed are
 * stored in it. Nothing is told before it commits: a reading that is undone is done again, and what it had told
 * would be told again under another `seq`.
 */
export const speak =
  (io: Server, sources: Sources): Listen =>
  async (tx, topic, events) => {
    const tell = await toldBy({ io, tx, sources }, topic, events)
    tx.afterCommit(tell)
  }

type Speech = { io: Server; tx: Tx; sources: Sources }

/** Reads and stores what these events take, and answers how they are told. */
async function toldBy(
  { io, tx, sources }: Speech,
  topic: string,
  events: readonly Event[],
): Promise<() => void> {
  if (topic === 'balance.changed') return () => sayBalances(io, events, sources.isAlone)
  if (topic === 'session.ended') return () => hangUp(io, events)
  if (stakeTopics.includes(topic)) {
    const balancesByPlayer = await balancesOfStakers({ io, tx, sources }, events)
    return () => sayLowBalances(io, balancesByPlayer)
  }
  if (topic === 'fixture.changed') {
    const fixtures = await sources.readFixtures(tx, idsOf(events))
    return () => sayFixtures(io, fixtures)
  }
  const messages = await insertMessages(tx, await messagesOf(tx, topic, events))
  return () => sayMessages(io, messages)
}

function sayMessages(io: Server, messages: readonly MessageRow[]): void {
  for (const message of messages) {
    const { playerId, event } = message
    if (event !== 'notice') {
      io.to(roomOfPlayer(playerId)).emit(event, wordsOf(message, 'pt-BR'))
      continue
    }
    for (const lang of noticeLangs) io.to(roomOfPlayer(playerId, lang)).emit(event, wordsOf(message, lang))
  }
}

/** What a stored message says on the wire. Notices alone have words, and are told in the listener's language. */
export const wordsOf = ({ seq, event, payload }: MessageRow, lang: Lang): Record<string, unknown> =>
  event === 'notice' ? { seq, text: noticeText(payload as Notice, lang) } : { ...payload, seq }

/** A session that ended hears nothing more. */
function hangUp(io: Server, events: readonly Event[]): void {
  for (const event of events) io.in(roomOfSession(Number(event['sessionId']))).disconnectSockets(true)
}

const idsOf = (events: readonly Event[]) => events.map((event) => Number(event['fixtureId']))

function sayBalances(io: Server, events: readonly Event[], isAlone: boolean): void {
  for (const event of events) {
    const room = roomOfPlayer(Number(event['playerId']))
    // Writing out what nobody hears took a tenth of the server under a load of players without a socket.
    if (isAlone && !io.sockets.adapter.rooms.has(room)) continue
    io.to(room).emit('updateUserInfo', balanceMessage(balancesFrom(event)))
  }
}

const balancesFrom = (event: Event) => ({
  cashCents: Number(event['cashCents']),
  bonusCents: Number(event['bonusCents']),
  version: Number(event['version']),
})

/** A balance on the wire. `seq` 0: it is not stored, the newest version is all that counts. */
export const balanceMessage = (balances: { cashCents: number; bonusCents: number; version: number }) => ({
  seq: 0,
  balance: (balances.cashCents + balances.bonusCents) / 100,
  freeBalance: balances.bonusCents / 100,
  balanceVersion: balances.version,
})

function sayFixtures(io: Server, fixtures: readonly { fixtureId: string }[]): void {
  for (const fixture of fixtures) io.to(roomOfFixture(fixture.fixtureId)).emit('fixture', fixture)
}

/** The balances of players who staked and are here, or may be on another server. */
async function balancesOfStakers(
  { io, tx, sources }: Speech,
  events: readonly Event[],
): Promise<BalancesByPlayer> {
  const { rooms } = io.sockets.adapter
  const staked = new Set(events.map((event) => Number(event['playerId'])))
  const here = [...staked].filter((playerId) => !sources.isAlone || rooms.has(roomOfPlayer(playerId)))
  return here.length === 0 ? new Map() : readBalances(tx, here)
}

/** After a stake: tells players who are left with little, so that the prompt can open. */
function sayLowBalances(io: Server, balancesByPlayer: BalancesByPlayer): void {
  for (const [playerId, balances] of balancesByPlayer) {
    const { seq, balance, balanceVersion } = balanceMessage(balances)
    if (balances.cashCents + balances.bonusCents >= LOW_BALANCE_CENTS) continue
    io.to(roomOfPlayer(playerId)).emit('insBalance', { seq, balance, balanceVersion })
  }
}

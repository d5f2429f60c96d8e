import type { Server } from 'socket.io'
import { readPurses } from '../ledger/index.ts'
import type { Tx } from '../platform/db/index.ts'
import type { Fact, Listen } from '../platform/outbox.ts'
import { messagesOf, messageTopics } from './messages.ts'
import { insertMessages } from './queries.ts'

export const roomOfPlayer = (playerId: number) => `player:${playerId}`
export const roomOfSession = (sessionId: number) => `session:${sessionId}`
export const roomOfFixture = (fixtureId: string | number) => `fixture:${fixtureId}`

/** What the rooms below tell about fixtures, players' balances and prompts. */
export type Sources = {
  /** Whether this is the only server: then a room that is empty here is empty. */
  isAlone: boolean
  readFixtures: (tx: Tx, fixtureIds: readonly number[]) => Promise<readonly { fixtureId: string }[]>
}

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
 * Tells facts to whoever is connected. Runs in the reader's transaction: messages that must not be missed are
 * stored in it; an emit may happen twice, which `seq` and versions make harmless.
 */
export const speak =
  (io: Server, sources: Sources): Listen =>
  async (tx, topic, facts) => {
    if (topic === 'balance.changed') return sayBalances(io, facts, sources.isAlone)
    if (stakeTopics.includes(topic)) return sayLowBalances(io, tx, facts)
    if (topic === 'session.ended') return hangUp(io, facts)
    if (topic === 'fixture.changed') return sayFixtures(io, await sources.readFixtures(tx, idsOf(facts)))
    const messages = messagesOf(topic, facts)
    if (messages.length === 0) return
    for (const { seq, playerId, event, payload } of await insertMessages(tx, messages)) {
      io.to(roomOfPlayer(playerId)).emit(event, { ...payload, seq })
    }
  }

/** A session that ended hears nothing more. */
function hangUp(io: Server, facts: readonly Fact[]): void {
  for (const fact of facts) io.in(roomOfSession(Number(fact['sessionId']))).disconnectSockets(true)
}

const idsOf = (facts: readonly Fact[]) => facts.map((fact) => Number(fact['fixtureId']))

function sayBalances(io: Server, facts: readonly Fact[], isAlone: boolean): void {
  for (const fact of facts) {
    const room = roomOfPlayer(Number(fact['playerId']))
    // Writing out what nobody hears took a tenth of the server under a load of players without a socket.
    if (isAlone && !io.sockets.adapter.rooms.has(room)) continue
    io.to(room).emit('updateUserInfo', balanceMessage(purseFrom(fact)))
  }
}

const purseFrom = (fact: Fact) => ({
  cashCents: Number(fact['cashCents']),
  bonusCents: Number(fact['bonusCents']),
  version: Number(fact['version']),
})

/** A balance on the wire. `seq` 0: it is not stored, the newest version is all that counts. */
export const balanceMessage = (purse: { cashCents: number; bonusCents: number; version: number }) => ({
  seq: 0,
  balance: (purse.cashCents + purse.bonusCents) / 100,
  freeBalance: purse.bonusCents / 100,
  balanceVersion: purse.version,
})

function sayFixtures(io: Server, fixtures: readonly { fixtureId: string }[]): void {
  for (const fixture of fixtures) io.to(roomOfFixture(fixture.fixtureId)).emit('fixture', fixture)
}

/** After a stake: tells players who are here, and left with little, so that the prompt can open. */
async function sayLowBalances(io: Server, tx: Tx, facts: readonly Fact[]): Promise<void> {
  const staked = new Set(facts.map((fact) => Number(fact['playerId'])))
  const here = [...staked].filter((playerId) => io.sockets.adapter.rooms.has(roomOfPlayer(playerId)))
  if (here.length === 0) return
  for (const [playerId, purse] of await readPurses(tx, here)) {
    const { seq, balance, balanceVersion } = balanceMessage(purse)
    if (purse.cashCents + purse.bonusCents >= LOW_BALANCE_CENTS) continue
    io.to(roomOfPlayer(playerId)).emit('insBalance', { seq, balance, balanceVersion })
  }
}

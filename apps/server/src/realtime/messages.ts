import type { PlayerEvents } from '@palpite/contract'
import type { Fact } from '../platform/outbox.ts'

/** A message to a player that must not be missed; `seq` comes when it is stored. */
export type Message = {
  [E in keyof PlayerEvents]: { playerId: number; event: E; payload: Omit<PlayerEvents[E], 'seq'> }
}[keyof PlayerEvents]

type Write = (fact: Fact) => Message

/** Which facts a player hears of, and how. */
const writers: Record<string, Write> = {
  'topup.credited': (fact) => ({
    playerId: Number(fact['playerId']),
    event: 'paySuccess',
    payload: {
      orderId: String(fact['orderId']),
      amount: Number(fact['amountCents']) / 100,
      czflag: fact['first'] === true ? 0 : 1,
    },
  }),
  'bet.settled': (fact) => ({
    playerId: Number(fact['playerId']),
    event: 'betSettled',
    payload: {
      betId: String(fact['betId']),
      result: Number(fact['result']),
      returnCents: Number(fact['returnCents']),
    },
  }),
  'withdrawal.changed': (fact) => ({
    playerId: Number(fact['playerId']),
    event: 'withdrawChanged',
    payload: { orderId: String(fact['orderId']), status: String(fact['status']) },
  }),
}

export const messageTopics = Object.keys(writers)

/** The messages that facts of this topic are told by. */
export const messagesOf = (topic: string, facts: readonly Fact[]): Message[] => {
  const write = writers[topic]
  return write ? facts.map(write) : []
}

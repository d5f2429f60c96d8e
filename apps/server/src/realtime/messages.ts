import type { PlayerEvents } from '@palpite/contract'
import { readCashSums } from '../cashier/index.ts'
import type { Tx } from '../platform/db/index.ts'
import type { Event } from '../platform/outbox.ts'
import type { Notice } from './notices.ts'

/** A message to a player that must not be missed; `seq` comes when it is stored. */
export type Message =
  | {
      [E in Plain]: { playerId: number; event: E; payload: Omit<PlayerEvents[E], 'seq'> }
    }[Plain]
  | { playerId: number; event: 'notice'; payload: Notice }

type Plain = Exclude<keyof PlayerEvents, 'notice'>

type SumsByPlayer = Awaited<ReturnType<typeof readCashSums>>
type CashSums = SumsByPlayer extends ReadonlyMap<number, infer Sums> ? Sums : never

/** Of a event: whose it is, and what was topped up in all, for events that change that. */
type Told = { event: Event; playerId: number; sums: CashSums | undefined }

type Write = (told: Told) => Message[]

/** Which events a player hears of, and how. */
const writers: Record<string, Write> = {
  'topup.credited': ({ event, playerId, sums }) => [
    {
      playerId,
      event: 'paySuccess',
      payload: {
        orderId: String(event['orderId']),
        amount: Number(event['amountCents']) / 100,
        czflag: event['first'] === true ? 0 : 1,
      },
    },
    ...sumMessages(playerId, sums),
  ],
  'topup.reversed': ({ event, playerId, sums }) => [
    { playerId, event: 'notice', payload: reversalNotice(event) },
    ...sumMessages(playerId, sums),
  ],
  'limit.changed': ({ event, playerId }) => {
    const notice = limitNotice(event)
    return notice ? [{ playerId, event: 'notice', payload: notice }] : []
  },
  'player.identified': ({ playerId }) => [{ playerId, event: 'updateUserInfo', payload: { kyc: 1 } }],
  'bet.settled': ({ event, playerId }) => [
    {
      playerId,
      event: 'betSettled',
      payload: {
        betId: String(event['betId']),
        result: Number(event['result']),
        returnCents: Number(event['returnCents']),
      },
    },
  ],
  'withdrawal.changed': ({ event, playerId }) => [
    {
      playerId,
      event: 'withdrawChanged',
      payload: { orderId: String(event['orderId']), status: String(event['status']) },
    },
  ],
}

function reversalNotice(event: Event): Notice {
  const [amount, debt] = [Number(event['amountCents']), Number(event['debtCents'])]
  return debt > 0
    ? { key: 'notice.topup.reversedIntoDebt', cents: { amount, debt } }
    : { key: 'notice.topup.reversed', cents: { amount } }
}

/** Told though the player asked for it: whoever else holds the session does not change a limit unseen. */
function limitNotice({ dailyLossCents, waits }: Event): Notice | undefined {
  if (typeof dailyLossCents === 'number') {
    return {
      key: waits === true ? 'notice.limit.waits' : 'notice.limit.set',
      cents: { limit: dailyLossCents },
    }
  }
  // Lifted at once: there was none.
  return waits === true ? { key: 'notice.limit.liftWaits', cents: {} } : undefined
}

const sumTopics = ['topup.credited', 'topup.reversed']

const sumMessages = (playerId: number, sums: CashSums | undefined): Message[] =>
  sums
    ? [
        {
          playerId,
          event: 'updateUserInfo',
          payload: { payAmount: sums.payAmountCents / 100, paySumAmount: sums.paySumCents / 100 },
        },
      ]
    : []

export const messageTopics = Object.keys(writers)

/** The messages that events of this topic are told by. */
export async function messagesOf(tx: Tx, topic: string, events: readonly Event[]): Promise<Message[]> {
  const write = writers[topic]
  if (!write) return []
  const sums = sumTopics.includes(topic)
    ? await readCashSums(tx, [...new Set(events.map((event) => Number(event['playerId'])))])
    : undefined
  return events.flatMap((event) => {
    const playerId = Number(event['playerId'])
    return write({ event, playerId, sums: sums?.get(playerId) })
  })
}

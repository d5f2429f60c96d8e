import type { PlayerEvents } from '@palpite/contract'
import { readCashSums } from '../cashier/index.ts'
import type { Tx } from '../platform/db/index.ts'
import type { Fact } from '../platform/outbox.ts'
import type { Notice } from './notices.ts'

/** A message to a player that must not be missed; `seq` comes when it is stored. */
export type Message =
  | {
      [E in Plain]: { playerId: number; event: E; payload: Omit<PlayerEvents[E], 'seq'> }
    }[Plain]
  | { playerId: number; event: 'notice'; payload: Notice }

type Plain = Exclude<keyof PlayerEvents, 'notice'>

type CashSums = Awaited<ReturnType<typeof readCashSums>>

/** Of a fact: whose it is, and what was topped up in all, for facts that change that. */
type Told = { fact: Fact; playerId: number; sums: CashSums | undefined }

type Write = (told: Told) => Message[]

/** Which facts a player hears of, and how. */
const writers: Record<string, Write> = {
  'topup.credited': ({ fact, playerId, sums }) => [
    {
      playerId,
      event: 'paySuccess',
      payload: {
        orderId: String(fact['orderId']),
        amount: Number(fact['amountCents']) / 100,
        czflag: fact['first'] === true ? 0 : 1,
      },
    },
    ...sumMessages(playerId, sums),
  ],
  'topup.reversed': ({ fact, playerId, sums }) => [
    { playerId, event: 'notice', payload: reversalNotice(fact) },
    ...sumMessages(playerId, sums),
  ],
  'limit.changed': ({ fact, playerId }) => {
    const notice = limitNotice(fact)
    return notice ? [{ playerId, event: 'notice', payload: notice }] : []
  },
  'player.identified': ({ playerId }) => [{ playerId, event: 'updateUserInfo', payload: { kyc: 1 } }],
  'bet.settled': ({ fact, playerId }) => [
    {
      playerId,
      event: 'betSettled',
      payload: {
        betId: String(fact['betId']),
        result: Number(fact['result']),
        returnCents: Number(fact['returnCents']),
      },
    },
  ],
  'withdrawal.changed': ({ fact, playerId }) => [
    {
      playerId,
      event: 'withdrawChanged',
      payload: { orderId: String(fact['orderId']), status: String(fact['status']) },
    },
  ],
}

function reversalNotice(fact: Fact): Notice {
  const [amount, debt] = [Number(fact['amountCents']), Number(fact['debtCents'])]
  return debt > 0
    ? { key: 'notice.topup.reversedIntoDebt', cents: { amount, debt } }
    : { key: 'notice.topup.reversed', cents: { amount } }
}

/** Told though the player asked for it: whoever else holds the session does not change a limit unseen. */
function limitNotice({ dailyLossCents, waits }: Fact): Notice | undefined {
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

/** The messages that facts of this topic are told by. */
export async function messagesOf(tx: Tx, topic: string, facts: readonly Fact[]): Promise<Message[]> {
  const write = writers[topic]
  if (!write) return []
  const sums = sumTopics.includes(topic) ? await sumsOf(tx, facts) : undefined
  return facts.flatMap((fact) => {
    const playerId = Number(fact['playerId'])
    return write({ fact, playerId, sums: sums?.get(playerId) })
  })
}

/** Asked together they travel together; a list of top-ups is short. */
async function sumsOf(tx: Tx, facts: readonly Fact[]): Promise<ReadonlyMap<number, CashSums>> {
  const playerIds = [...new Set(facts.map((fact) => Number(fact['playerId'])))]
  return new Map(
    await Promise.all(
      playerIds.map(async (playerId) => [playerId, await readCashSums(tx, playerId)] as const),
    ),
  )
}

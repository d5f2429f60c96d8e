import type { Calls, PlayerEvents } from '@palpite/contract'
import {
  discountGranted,
  readCashSums,
  topupCredited,
  topupReversed,
  transferReceived,
  withdrawalChanged,
} from '../cashier/index.ts'
import { playerIdentified } from '../identity/index.ts'
import type { Sql, Tx } from '../platform/db/index.ts'
import { type EventHandler, type EventTopic, on } from '../platform/events.ts'
import type { PublicIds } from '../platform/public-ids.ts'
import { type Lang, filledText, loadTexts, moneyFormats } from '../platform/texts.ts'
import { breakBegun, limitChanged, limitDecided } from '../protection/index.ts'
import { betSettled, cashOutSold } from '../sportsbook/index.ts'
import { selectLastSeq, selectNoticeAfter, insertMessages, type MessageRow } from './queries.ts'

/** A message that a player must not miss; `seq` is assigned when it is stored. */
type Message =
  | {
      [E in Plain]: { playerId: number; event: E; payload: Omit<PlayerEvents[E], 'seq'> }
    }[Plain]
  | { playerId: number; event: 'notice'; payload: Notice }

type Plain = Exclude<keyof PlayerEvents, 'notice'>

type Needs = { publish: Publish; bets: PublicIds }

type Publish = (messages: readonly MessageRow[]) => void

/** Handlers that turn events into player messages: stored with the reading, published after its commit. */
export const messageHandlers = ({ publish, bets }: Needs): EventHandler[] => {
  const become = <E>(
    topic: EventTopic<E>,
    write: (events: readonly E[], tx: Tx) => Promise<readonly Message[]> | readonly Message[],
  ) =>
    on(topic, async (tx, events) => {
      const messages = await insertMessages(tx, await write(events, tx))
      tx.afterCommit(() => publish(messages))
    })
  return [
    become(topupCredited, async (events, tx) => {
      const sums = await sumsOf(tx, events)
      return events.flatMap(({ playerId, orderId, amountCents, first }): Message[] => [
        {
          playerId,
          event: 'paySuccess',
          payload: { orderId, amount: amountCents / 100, czflag: first ? 0 : 1 },
        },
        ...sumMessages(playerId, sums),
      ])
    }),
    become(topupReversed, async (events, tx) => {
      const sums = await sumsOf(tx, events)
      return events.flatMap((event): Message[] => [
        { playerId: event.playerId, event: 'notice', payload: reversalNotice(event) },
        ...sumMessages(event.playerId, sums),
      ])
    }),
    become(limitChanged, (events) =>
      events.flatMap((event) => {
        const notice = limitNotice(event)
        return notice ? [{ playerId: event.playerId, event: 'notice', payload: notice }] : []
      }),
    ),
    // Also sent to the player who asked, so that another holder of the session cannot do it unnoticed.
    become(limitDecided, (events) => noticesOf(events, 'notice.limit.changed')),
    become(breakBegun, (events) => noticesOf(events, 'notice.break.begun')),
    become(playerIdentified, (events) =>
      events.map(({ playerId }) => ({ playerId, event: 'updateUserInfo', payload: { kyc: 1 } })),
    ),
    become(betSettled, (events) =>
      events.map(({ playerId, betId, result, returnCents, repaidCents }) => ({
        playerId,
        event: 'betSettled',
        payload: {
          betId: bets.show(betId),
          result,
          returnCents,
          ...(repaidCents !== undefined && { repaidCents }),
        },
      })),
    ),
    become(cashOutSold, (events) =>
      events.map(({ playerId, betId, result, paidCents }) => ({
        playerId,
        event: 'betSettled',
        payload: { betId: bets.show(betId), result, returnCents: paidCents, isCashedOut: true },
      })),
    ),
    become(discountGranted, (events) =>
      events.map(({ playerId, discount, expiredTime }) => ({
        playerId,
        event: 'updateUserInfo',
        payload: { payDiscount: { discount, expiredTime } },
      })),
    ),
    become(transferReceived, (events) =>
      events.map(({ playerId, amountCents }) => ({
        playerId,
        event: 'notice',
        payload: { key: 'notice.transfer.received', cents: { amount: amountCents } },
      })),
    ),
    become(withdrawalChanged, (events) =>
      events.map(({ playerId, orderId, status }) => ({
        playerId,
        event: 'withdrawChanged',
        payload: { orderId, status },
      })),
    ),
  ]
}

const noticesOf = (events: readonly { playerId: number }[], key: Notice['key']): Message[] =>
  events.map(({ playerId }) => ({ playerId, event: 'notice', payload: { key, cents: {} } }))

type SumsByPlayer = Awaited<ReturnType<typeof readCashSums>>

/** The top-up totals of these players. */
const sumsOf = (tx: Tx, events: readonly { playerId: number }[]): Promise<SumsByPlayer> =>
  readCashSums(tx, [...new Set(events.map(({ playerId }) => playerId))])

function sumMessages(playerId: number, sumsByPlayer: SumsByPlayer): Message[] {
  const sums = sumsByPlayer.get(playerId)
  if (!sums) return []
  const payload = { payAmount: sums.payAmountCents / 100, paySumAmount: sums.paySumCents / 100 }
  return [{ playerId, event: 'updateUserInfo', payload }]
}

type Asked = { playerId: number; after: number | undefined; lang: Lang }

/** For a page without a socket: the newest notice since its last poll, and the number to poll from next. */
export async function readNotice(
  sql: Sql,
  { playerId, after, lang }: Asked,
): Promise<Calls['GET /api/app/realtime/notice']['data']> {
  if (after === undefined) return { seq: await selectLastSeq(sql, playerId), text: null }
  const [newest] = await selectNoticeAfter(sql, playerId, after)
  if (!newest) return { seq: after, text: null }
  return { seq: newest.seq, text: noticeText(newest.payload as Notice, lang) }
}

type NoticeKey =
  | 'notice.topup.reversed'
  | 'notice.topup.reversedIntoDebt'
  | 'notice.topup.givenBack'
  | 'notice.transfer.received'
  | 'notice.limit.set'
  | 'notice.limit.waits'
  | 'notice.limit.liftWaits'
  | 'notice.limit.changed'
  | 'notice.break.begun'

/** A stored notice: key and amounts without text, so that each page gets it in its own language. */
export type Notice = { key: NoticeKey; cents: Readonly<Record<string, number>> }

const texts = loadTexts((lang) => new URL(`texts/${lang}.json`, import.meta.url))

export const noticeLangs = Object.keys(texts) as Lang[]

/** The text of a notice, its `{names}` filled in with money as this language writes it. */
export const noticeText = ({ key, cents }: Notice, lang: Lang): string =>
  filledText(texts, lang, key, (name) => moneyFormats[lang].format((cents[name] ?? 0) / 100))

/** The notice about a top-up that goes back, by the bank's decision or ours. */
function reversalNotice({
  amountCents,
  debtCents,
  isOurs = false,
}: {
  amountCents: number
  debtCents: number
  isOurs?: boolean | undefined
}): Notice {
  if (isOurs) return { key: 'notice.topup.givenBack', cents: { amount: amountCents } }
  return debtCents > 0
    ? { key: 'notice.topup.reversedIntoDebt', cents: { amount: amountCents, debt: debtCents } }
    : { key: 'notice.topup.reversed', cents: { amount: amountCents } }
}

/** Sent although the player asked for the change: another holder of the session cannot change a limit unnoticed. */
function limitNotice({
  dailyLossCents,
  waits,
}: {
  dailyLossCents: number | null
  waits: boolean
}): Notice | undefined {
  if (dailyLossCents !== null)
    return { key: waits ? 'notice.limit.waits' : 'notice.limit.set', cents: { limit: dailyLossCents } }
  // A limit that is lifted without a wait did not exist: nothing changed.
  return waits ? { key: 'notice.limit.liftWaits', cents: {} } : undefined
}

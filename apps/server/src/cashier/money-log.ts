import type { Deps } from '../platform/deps.ts'
import { type EventTopic, on } from '../platform/events.ts'
import { type Listener, listenToOutbox } from '../platform/outbox.ts'
import {
  topupCredited,
  topupRefund,
  topupReturning,
  topupReversed,
  transferReceived,
  withdrawalChanged,
} from './events.ts'

/**
 * Logs credits, reversals, refunds, returns, withdrawals and transfers with player and order, after they were posted.
 * A line may repeat if a server died in between; the events contain no card, no key and no tax id. What no event tells
 * of (a collected debt, a payment without an order that went back) is logged where it happens.
 */
export function logMoney({ db, log }: Pick<Deps, 'db' | 'log'>): Listener {
  const report = <E extends object>(topic: EventTopic<E>, words: string) =>
    on(topic, async (_tx, events) => {
      for (const event of events) log.info(event as object, words)
    })
  const handlers = [
    report(topupCredited, 'a top-up was credited'),
    report(topupReversed, 'a top-up was taken back'),
    report(topupRefund, 'a refund of a top-up'),
    report(topupReturning, 'a payment goes back to its payer'),
    report(withdrawalChanged, 'a withdrawal changed'),
    report(transferReceived, 'a transfer between players'),
  ]
  return listenToOutbox({ db, log, name: 'money-log', handlers })
}

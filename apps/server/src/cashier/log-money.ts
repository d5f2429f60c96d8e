import type { Deps } from '../platform/deps.ts'
import { type EventTopic, on } from '../platform/events.ts'
import { type Listener, listenToOutbox } from '../platform/outbox.ts'
import {
  topupCredited,
  topupReturning,
  topupReversed,
  transferReceived,
  withdrawalChanged,
} from './events.ts'

/**
 * Has the log say what money came and went, of whom and for which order, after it stands in the ledger. A line may stand
 * there twice where a server died in between; the events name no card, no key and no tax id.
 */
export function logMoney({ db, log }: Pick<Deps, 'db' | 'log'>): Listener {
  const tell = <E extends object>(topic: EventTopic<E>, words: string) =>
    on(topic, async (_tx, events) => {
      for (const event of events) log.info(event as object, words)
    })
  const handlers = [
    tell(topupCredited, 'a top-up was credited'),
    tell(topupReversed, 'a top-up was taken back'),
    tell(topupReturning, 'a payment goes back to its payer'),
    tell(withdrawalChanged, 'a withdrawal changed'),
    tell(transferReceived, 'a transfer between players'),
  ]
  return listenToOutbox({ db, log, name: 'money-log', handlers })
}

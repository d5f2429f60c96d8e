import type { Tx } from './db/index.ts'

declare const payload: unique symbol

/** A kind of event: its topic, and the type of what it says. Plain data, with the ids of what it is about. */
export type EventTopic<E> = { readonly topic: string; readonly [payload]?: E }

/**
 * Defines a kind of event, in the `events.ts` of the module that writes it. The topic is `thing.happened`; its first
 * word belongs to one module. What it says only ever grows by optional fields: rows of the version before are still read.
 */
export const defineEvent = <E extends object>(topic: string): EventTopic<E> => ({ topic })

/** What a reader of the outbox does with the events of one topic. */
export type EventHandler = {
  topic: string
  /** Takes events as they were written. */
  handle: (tx: Tx, events: readonly object[]) => Promise<void>
}

/**
 * An entry in a reader's table of handlers. Runs in the reader's transaction, with the events of one topic that were
 * written one after the other; at least once, so what it does outside the database belongs into `tx.afterCommit`. The
 * events are the rows that our own servers wrote, not checked again, and are shared with other readers.
 */
export const on = <E>(
  { topic }: EventTopic<E>,
  handle: (tx: Tx, events: readonly E[]) => Promise<void>,
): EventHandler => ({ topic, handle: (tx, events) => handle(tx, events as readonly E[]) })

/** What an event of this kind says. */
export type EventOf<T> = T extends EventTopic<infer E> ? E : never

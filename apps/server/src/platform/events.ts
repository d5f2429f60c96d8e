import type { Tx } from './db/index.ts'

declare const payload: unique symbol

/** A kind of event: its topic and payload type. Plain data, with the ids it concerns. */
export type EventTopic<E> = { readonly topic: string; readonly [payload]?: E }

/**
 * Defines a kind of event, in the `events.ts` of the module that writes it. The topic is `thing.happened`; its first
 * word belongs to one module. Payloads only grow by optional fields: rows of the previous version are still read.
 */
export const defineEvent = <E extends object>(topic: string): EventTopic<E> => ({ topic })

/** What a reader of the outbox does with the events of one topic. */
export type EventHandler = {
  topic: string
  /** Handles events in the order written. */
  handle: (tx: Tx, events: readonly object[]) => Promise<void>
}

/**
 * An entry in a reader's handler table. Runs in the reader's transaction, with consecutive events of one topic; at
 * least once, so effects outside the database belong into `tx.afterCommit`. The events are rows written by our own
 * servers, not validated again, and shared with other readers.
 */
export const on = <E>(
  { topic }: EventTopic<E>,
  handle: (tx: Tx, events: readonly E[]) => Promise<void>,
): EventHandler => ({ topic, handle: (tx, events) => handle(tx, events as readonly E[]) })

/** The payload of this kind of event. */
export type EventOf<T> = T extends EventTopic<infer E> ? E : never

import * as z from 'zod/mini'
import type { Tx } from './db/index.ts'

/** A kind of event: its topic, and what its payload is. Plain data, with the ids of what it is about. */
export type EventTopic<E> = { readonly topic: string; readonly schema: z.ZodMiniType<E> }

/**
 * Defines a kind of event, in the `events.ts` of the module that writes it. The topic is `thing.happened`; its first
 * word belongs to one module.
 */
export const defineEvent = <S extends z.ZodMiniType<object>>(
  topic: string,
  schema: S,
): EventTopic<z.output<S>> => ({ topic, schema: schema as unknown as z.ZodMiniType<z.output<S>> })

/** What a reader of the outbox does with the events of one topic. */
export type EventHandler = {
  topic: string
  /** Takes rows of the outbox, each a list of events as JSON. */
  handle: (tx: Tx, rows: readonly string[]) => Promise<void>
}

/**
 * An entry in a reader's table of handlers. Runs in the reader's transaction, with the events of one topic that were
 * written one after the other; at least once, so what it does outside the database belongs into `tx.afterCommit`.
 * An event that does not fit its schema fails the reading: the schema of a topic only ever grows by optional fields.
 */
export function on<E>(
  { topic, schema }: EventTopic<E>,
  handle: (tx: Tx, events: readonly E[]) => Promise<void>,
): EventHandler {
  const list = z.array(schema)
  return {
    topic,
    handle: (tx, rows) =>
      handle(
        tx,
        rows.flatMap((row) => list.parse(JSON.parse(row))),
      ),
  }
}

/** What an event of this kind says. */
export type EventOf<T> = T extends EventTopic<infer E> ? E : never

import type { Tx } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { messageWritten } from '../events.ts'
import { insertMessages } from './queries.ts'
import type { NewMessage } from './rules.ts'

/** Puts messages into their players' centres, a list in one statement, and says so to whoever shows them. */
export async function writeMessages(tx: Tx, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return
  const written = await insertMessages(
    tx,
    messages.map(({ playerId, kind, textKey, values = {}, link = null, source }) => ({
      playerId,
      kind,
      textKey,
      textValues: JSON.stringify(values),
      link,
      source,
    })),
  )
  const inWriting = new Set(messages.filter((one) => one.inWriting).map(nameOf))
  await writeEvents(
    tx,
    messageWritten,
    written.map(({ messageId, playerId, kind, source }) => ({
      messageId,
      playerId,
      kind,
      ...(inWriting.has(nameOf({ playerId, source })) && { inWriting: true }),
    })),
  )
}

/** A message by what it is about: once for each player. */
const nameOf = ({ playerId, source }: { playerId: number; source: string }): string => `${playerId} ${source}`

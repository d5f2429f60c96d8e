import type { Tx } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import { keepCommunications } from '../../protection/index.ts'
import { messageWritten } from '../events.ts'
import { insertMessages } from './queries.ts'
import type { NewMessage } from './rules.ts'

/** Puts messages into their players' centres, a list in one statement, and says so to whoever shows them. */
export async function writeMessages(tx: Tx, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return
  const rows = messages.map(
    ({ playerId, kind, textKey, values = {}, link = null, source, inWriting = false }) => ({
      playerId,
      kind,
      textKey,
      textValues: JSON.stringify(values),
      link,
      source,
      inWriting,
    }),
  )
  const written = await insertMessages(tx, rows)
  const kept = rows.filter(({ textKey }) => ofProtection.test(textKey))
  if (kept.length > 0) await keepCommunications(tx, kept)
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

/** What a player must have been told for five years (IN SPA/MF 31/2025): of breaks, the national register and signs of harm. */
const ofProtection = /^message\.(break|impeded|impedimentOver|coolOff|harm)/

/** A message by what it is about: once for each player. */
const nameOf = ({ playerId, source }: { playerId: number; source: string }): string => `${playerId} ${source}`

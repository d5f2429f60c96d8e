import type { Tx, Db } from '../../platform/db/index.ts'
import { writeEvents } from '../../platform/outbox.ts'
import type { Settings } from '../../platform/settings.ts'
import {
  dayFormats,
  filledText,
  type Lang,
  loadTexts,
  momentFormats,
  moneyFormats,
} from '../../platform/texts.ts'
import { keepCommunications, keepEarlierCommunications } from '../../protection/index.ts'
import { messageWritten } from '../events.ts'
import type { MessagesSettings } from '../settings.ts'
import { deleteMessages, deleteOldMessages, type GoneRow, insertMessages, selectTold } from './queries.ts'
import type { NewMessage, MessageValues } from './rules.ts'

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

const texts = loadTexts((lang) => new URL(`../texts/${lang}.json`, import.meta.url))

/**
 * Title and text of a message in words. A value whose name ends in `Cents` is money, in `Key` a text
 * of ours, in `At` a moment, in `On` a day.
 */
export function messageWords(
  { textKey, textValues }: { textKey: string; textValues: MessageValues },
  lang: Lang,
): { title: string; text: string } {
  const fill = (key: string): string => filledText(texts, lang, key, valueOf)
  const valueOf = (name: string): string => {
    const value = textValues[name] ?? ''
    if (name.endsWith('Cents')) return moneyFormats[lang].format(Number(value) / 100)
    if (name.endsWith('On')) return dayFormats[lang].format(new Date(`${value}T12:00:00Z`))
    if (name.endsWith('At')) return momentFormats[lang].format(new Date(value))
    return name.endsWith('Key') ? fill(String(value)) : String(value)
  }
  return { title: fill(`${textKey}.title`), text: fill(`${textKey}.text`) }
}

/** Any other text of this module, its `{names}` filled in. */
export const messageText = (key: string, lang: Lang, values: Readonly<Record<string, string>> = {}): string =>
  filledText(texts, lang, key, (name) => values[name] ?? '')

/** The keys there are, for the test that walks them. */
export const messageTexts = texts

/** Deleted in one statement: short enough that nobody waits behind it. */
const AT_ONCE = 5000

/** Deletes the messages that are kept no longer. Several servers may run this at once. */
export async function sweepMessages(db: Db, settings: Settings<MessagesSettings>): Promise<void> {
  const { keepDays } = await settings.read(db)
  const sweep = (): Promise<number> =>
    db.begin(async (tx) => {
      const gone = await deleteOldMessages(tx, keepDays, AT_ONCE)
      await keepGone(tx, gone)
      return gone.length
    })
  while ((await sweep()) === AT_ONCE);
}

/** Deletes messages of a player, as they wish. */
export const removeMessages = async (tx: Tx, playerId: number, ids: readonly number[]): Promise<void> =>
  keepGone(tx, await deleteMessages(tx, playerId, ids))

/** Keeps what must be kept of a player's messages, before all of them are deleted with the contact data. */
export const keepToldOf = async (tx: Tx, playerId: number): Promise<void> =>
  keepGone(tx, await selectTold(tx, playerId))

/** Keeps what must be kept of messages that are deleted: those written before they were kept as they are told. */
async function keepGone(tx: Tx, gone: readonly GoneRow[]): Promise<void> {
  const kept = gone.filter(({ textKey }) => ofProtection.test(textKey))
  if (kept.length === 0) return
  await keepEarlierCommunications(
    tx,
    kept.map(({ textValues, ...row }) => ({
      ...row,
      textValues: JSON.stringify(textValues),
      inWriting: row.textKey === 'message.impeded' || textValues['breakKey'] === 'break.exclusion',
    })),
  )
}

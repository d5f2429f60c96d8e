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
import {
  deleteMessages,
  deleteOldMessages,
  type DeletedMessage,
  insertMessages,
  selectWholeMessages,
} from './queries.ts'
import type { NewMessage, MessageValues } from './rules.ts'

/**
 * Inserts messages into their players' centres in one statement, archives those about protection, and publishes an
 * event for each new one.
 */
export async function writeMessages(tx: Tx, messages: readonly NewMessage[]): Promise<void> {
  if (messages.length === 0) return
  const rows = messages.map(
    ({
      playerId,
      kind,
      textKey,
      values = {},
      link = null,
      source,
      inWriting = false,
      campaignId = null,
    }) => ({
      playerId,
      kind,
      textKey,
      textValues: JSON.stringify(values),
      link,
      source,
      inWriting,
      campaignId,
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

/**
 * Messages that are archived for five years (IN SPA/MF 31/2025): about breaks, the national register, suspensions,
 * offered pauses and signs of harm.
 */
const ofProtection = /^message\.(break|impeded|impedimentOver|suspended|suspensionLifted|coolOff|harm)/

/** The key of a message: a player has one message of each source. */
const nameOf = ({ playerId, source }: { playerId: number; source: string }): string => `${playerId} ${source}`

const texts = loadTexts((lang) => new URL(`../texts/${lang}.json`, import.meta.url))

/**
 * Title and text of a message. The name of a value gives its type: `Cents` is money, `Key` a text key, `At` a moment,
 * `On` a day.
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

/**
 * The words for a reader. While servers are replaced one by one, a newer server may have written a message whose texts
 * this one does not have: then the words only say that there is a message, so that the list can still be read.
 */
export function shownWords(
  message: { textKey: string; textValues: MessageValues },
  lang: Lang,
): { title: string; text: string } {
  const { textKey, textValues } = message
  const within = Object.entries(textValues).filter(([name]) => name.endsWith('Key'))
  const keys = [`${textKey}.title`, `${textKey}.text`, ...within.map(([, key]) => String(key))]
  const isKnown = keys.every((key) => key in texts[lang])
  return messageWords(isKnown ? message : { textKey: 'message.newer', textValues: {} }, lang)
}

/** Any other text of this module, with its `{names}` filled in. */
export const messageText = (key: string, lang: Lang, values: Readonly<Record<string, string>> = {}): string =>
  filledText(texts, lang, key, (name) => values[name] ?? '')

/** The text keys, for the test that walks them. */
export const messageTexts = texts

/** Rows deleted by one statement: few enough that nothing waits long for its locks. */
const AT_ONCE = 5000

/** Deletes messages past their retention. Several servers may run it at once. */
export async function sweepMessages(db: Db, settings: Settings<MessagesSettings>): Promise<void> {
  const { keepDays } = await settings.read(db)
  const sweep = (): Promise<number> =>
    db.begin(async (tx) => {
      const gone = await deleteOldMessages(tx, keepDays, AT_ONCE)
      await archive(tx, gone)
      return gone.length
    })
  while ((await sweep()) === AT_ONCE);
}

/** Deletes messages at a player's request. */
export const removeMessages = async (tx: Tx, playerId: number, ids: readonly number[]): Promise<void> =>
  archive(tx, await deleteMessages(tx, playerId, ids))

/** Archives a player's messages that must be kept, before all are deleted with the contact data. */
export const archiveMessagesOf = async (tx: Tx, playerId: number): Promise<void> =>
  archive(tx, await selectWholeMessages(tx, playerId))

/**
 * Archives those of these deleted messages that must be kept. It matters only for messages from older versions: this
 * one archives a message when it writes it, and what is archived already stays unchanged.
 */
async function archive(tx: Tx, gone: readonly DeletedMessage[]): Promise<void> {
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

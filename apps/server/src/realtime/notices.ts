import { filledText, type Lang, loadTexts, moneyFormats } from '../platform/texts.ts'

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

/** A notice as it is stored: without words, so that each page gets it in its own language. */
export type Notice = { key: NoticeKey; cents: Readonly<Record<string, number>> }

const texts = loadTexts((lang) => new URL(`texts/${lang}.json`, import.meta.url))

export const noticeLangs = Object.keys(texts) as Lang[]

/** A notice in words, its `{names}` filled in with money as this language writes it. */
export const noticeText = ({ key, cents }: Notice, lang: Lang): string =>
  filledText(texts, lang, key, (name) => moneyFormats[lang].format((cents[name] ?? 0) / 100))

/** What a player is told when a top-up goes back, by the bank's will or by ours. */
export function reversalNotice({
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

/** Sent though the player asked for it: whoever else holds the session does not change a limit unseen. */
export function limitNotice({
  dailyLossCents,
  waits,
}: {
  dailyLossCents: number | null
  waits: boolean
}): Notice | undefined {
  if (dailyLossCents !== null)
    return { key: waits ? 'notice.limit.waits' : 'notice.limit.set', cents: { limit: dailyLossCents } }
  // Lifted at once: there was none.
  return waits ? { key: 'notice.limit.liftWaits', cents: {} } : undefined
}

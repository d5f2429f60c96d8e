import type { Calls, HarmSign, HarmStep } from '@palpite/contract'
import { useFormat } from '../../../shared/format/use-format.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'
import { productTexts } from '../../../shared/use-break-text.ts'
import { kindTexts, periodTexts, useAmountText } from './limit-texts.ts'

export type LogItem = Calls['GET /api/app/protection/log']['data']['items'][number]

const signTexts: Readonly<Record<HarmSign, TextKey>> = {
  chasing: 'protection.sign.chasing',
  nights: 'protection.sign.nights',
  rising_deposits: 'protection.sign.risingDeposits',
  limits_loosened: 'protection.sign.limitsLoosened',
  failed_deposits: 'protection.sign.failedDeposits',
  long_days: 'protection.sign.longDays',
  loss_above_usual: 'protection.sign.lossAboveUsual',
}

const stepTexts: Readonly<Record<HarmStep, TextKey>> = {
  message: 'protection.step.message',
  break: 'protection.step.break',
  limits: 'protection.step.limits',
  marketing_off: 'protection.step.marketingOff',
  contact: 'protection.step.contact',
}

/** Describes a log entry, with the reason if the house acted. */
export const useLogWords = () => {
  const t = useText()
  const { longDayTime, money } = useFormat()
  const amountText = useAmountText()
  return (item: LogItem): { words: string; why: string } => {
    if (item.what === 'step') {
      const reasons = item.reasons.map(({ sign }) => t(signTexts[sign])).join('; ')
      return { words: t(stepTexts[item.step]), why: t('protection.log.because', { reasons }) }
    }
    if (item.what === 'cool_off') {
      const values = { loss: money(item.netLossCents), from: money(item.fromCents) }
      return { words: t('protection.log.coolOff'), why: t('protection.log.coolOffWhy', values) }
    }
    if (item.what === 'suspended') return { words: t('protection.log.suspended'), why: '' }
    if (item.what === 'suspension_lifted') return { words: t('protection.log.suspensionLifted'), why: '' }
    if (item.what === 'break') {
      const { kind, product, endsAt } = item
      const ofAll = kind === 'exclusion' ? t('protection.break.exclusion') : t('protection.break.timeOut')
      const what = product === null ? ofAll : t('protection.log.block', { product: t(productTexts[product]) })
      const words =
        endsAt === null
          ? t('protection.log.breakForever', { what })
          : t('protection.log.break', { what, until: longDayTime(endsAt) })
      return { words, why: '' }
    }
    const { kind, period, amount, waits } = item
    const values = {
      kind: t(kindTexts[kind]),
      period: t(periodTexts[period]),
      limit: amount === null ? t('protection.limit.none') : amountText(kind, amount),
    }
    return { words: t(waits ? 'protection.log.asked' : 'protection.log.limit', values), why: '' }
  }
}

/**
 * Rows as CSV (RFC 4180), each cell quoted. The texts are ours and start with a letter or digit, so that no
 * spreadsheet takes a cell for a formula.
 */
export const logCsv = (rows: readonly (readonly string[])[]): string =>
  rows.map((row) => `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')}\r\n`).join('')

import type { DataOf } from '../../shared/api.ts'
import { useFormat } from '../../shared/format.ts'
import { type TextKey, useText } from '../../shared/text.ts'

/** A case of signs of harm. */
export type Case = DataOf<'GET /api/backoffice/harm/cases'>['items'][number]
type Reason = Case['reasons'][number]

const signNames = {
  chasing: 'harm.sign.chasing',
  nights: 'harm.sign.nights',
  rising_deposits: 'harm.sign.risingDeposits',
  limits_loosened: 'harm.sign.limitsLoosened',
  failed_deposits: 'harm.sign.failedDeposits',
  long_days: 'harm.sign.longDays',
  loss_above_usual: 'harm.sign.lossAboveUsual',
} as const satisfies Record<Reason['sign'], TextKey>

export const stepNames = {
  message: 'harm.step.message',
  break: 'harm.step.break',
  limits: 'harm.step.limits',
  marketing_off: 'harm.step.marketingOff',
  contact: 'harm.step.contact',
} as const satisfies Record<
  DataOf<'GET /api/backoffice/harm/cases/:caseId'>['steps'][number]['step'],
  TextKey
>

export const noteNames = {
  note: 'harm.note.note',
  contacted: 'harm.note.contacted',
  closed: 'harm.note.closed',
} as const satisfies Record<
  DataOf<'GET /api/backoffice/harm/cases/:caseId'>['notes'][number]['kind'],
  TextKey
>

/** Whether the case waits for somebody to talk to its player. */
export const waits = ({ grade, contactedAt, closedAt }: Case): boolean =>
  grade === 5 && contactedAt === null && closedAt === null

/** Says a reason with its figure and the threshold. */
export const useReasonWords = () => {
  const t = useText()
  const format = useFormat()
  return ({ sign, seen, from }: Reason): string => {
    const isMoney = sign === 'rising_deposits' || sign === 'loss_above_usual'
    const figure = (value: number) => (isMoney ? format.money(value) : format.number(value))
    return t('harm.reason.figure', { sign: t(signNames[sign]), seen: figure(seen), from: figure(from) })
  }
}

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

/** Which cases are listed. */
export const viewNames = {
  open: 'harm.view.open',
  closed: 'harm.view.closed',
} as const satisfies Record<string, TextKey>

export const statusNames = {
  waits: 'harm.state.waits',
  goes_on: 'harm.state.goesOn',
  closed: 'harm.state.closed',
} as const satisfies Record<string, TextKey>
export const statusTones = { waits: 'warn', goes_on: 'info', closed: 'neutral' } as const

/** Whether the case waits for a talk, continues, or is closed. */
export const statusOf = ({ grade, contactedAt, closedAt }: Case): keyof typeof statusNames => {
  if (closedAt !== null) return 'closed'
  return grade === 5 && contactedAt === null ? 'waits' : 'goes_on'
}

/** Describes a reason with its figure and threshold. */
export const useReasonWords = () => {
  const t = useText()
  const format = useFormat()
  return ({ sign, seen, from }: Reason): string => {
    const isMoney = sign === 'rising_deposits' || sign === 'loss_above_usual'
    const figure = (value: number) => (isMoney ? format.money(value) : format.number(value))
    return t('harm.reason.figure', { sign: t(signNames[sign]), seen: figure(seen), from: figure(from) })
  }
}

import type { Tone } from '@palpite/ui'
import type { DataOf } from '../../shared/api.ts'
import type { TextKey } from '../../shared/text.ts'

/** A bet flagged for review, with the reason. */
export type ReviewFlag = DataOf<'GET /api/backoffice/bets/marks'>['items'][number]

export const kindNames: Readonly<Record<ReviewFlag['kind'], TextKey>> = {
  late: 'bets.kind.late',
  big: 'bets.kind.big',
  correlated: 'bets.kind.correlated',
  value: 'bets.kind.value',
  opposed: 'bets.kind.opposed',
}

export const kindTones: Readonly<Record<ReviewFlag['kind'], Tone>> = {
  late: 'warn',
  big: 'warn',
  correlated: 'warn',
  value: 'warn',
  opposed: 'warn',
}

export const statusNames = {
  open: 'bets.status.open',
  seen: 'bets.status.seen',
  closed: 'bets.status.closed',
} as const satisfies Record<ReviewFlag['status'], TextKey>

export const statusTones: Readonly<Record<ReviewFlag['status'], Tone>> = {
  open: 'warn',
  seen: 'info',
  closed: 'neutral',
}

/** Which flags are listed. */
export const viewNames = {
  ...statusNames,
  all: 'bets.view.all',
} as const satisfies Record<string, TextKey>

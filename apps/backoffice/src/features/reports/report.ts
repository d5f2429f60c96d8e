import type { Tone } from '@palpite/ui'
import type { DataOf } from '../../shared/api.ts'
import type { TextKey } from '../../shared/text.ts'

/** A version of a day's files. */
export type Report = DataOf<'GET /api/backoffice/reports/days'>['items'][number]
export type ReportFile = Report['files'][number]

export const keyOf = ({ day, version }: Report): string => `${day}_${version}`

export const statusNames = {
  making: 'reports.status.making',
  made: 'reports.status.made',
  failed: 'reports.status.failed',
} as const satisfies Record<Report['status'], TextKey>

export const statusTones = {
  making: 'info',
  made: 'win',
  failed: 'loss',
} as const satisfies Record<Report['status'], Tone>

export const failureNames = {
  licence: 'reports.failure.licence',
  schema: 'reports.failure.schema',
  ledger: 'reports.failure.ledger',
} as const satisfies Record<NonNullable<Report['failure']>, TextKey>

export const kindNames = {
  apostadores: 'reports.kind.players',
  carteiras: 'reports.kind.wallets',
  apostas: 'reports.kind.bets',
  jogos: 'reports.kind.games',
  operador: 'reports.kind.operator',
} as const satisfies Record<ReportFile['kind'], TextKey>

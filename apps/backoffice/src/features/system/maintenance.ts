import type { Tone } from '@palpite/ui'
import type { DataOf } from '../../shared/api.ts'
import type { TextKey } from '../../shared/text.ts'

export type Maintenance = DataOf<'GET /api/backoffice/maintenance'>['items'][number]

export const statusNames = {
  planned: 'maintenance.status.planned',
  on: 'maintenance.status.on',
  late: 'maintenance.status.late',
  ended: 'maintenance.status.ended',
  called_off: 'maintenance.status.calledOff',
} as const satisfies Record<Maintenance['status'], TextKey>

export const statusTones = {
  planned: 'info',
  on: 'warn',
  late: 'loss',
  ended: 'neutral',
  called_off: 'neutral',
} as const satisfies Record<Maintenance['status'], Tone>

/** A typed number of minutes; undefined unless whole and within a week. */
export function minutesOf(typed: string, min: number): number | undefined {
  const minutes = /^\d{1,5}$/.test(typed.trim()) ? Number(typed) : Number.NaN
  return minutes >= min && minutes <= MAX_MINUTES ? minutes : undefined
}

/** The server takes no longer maintenance. */
const MAX_MINUTES = 7 * 24 * 60

/** The moment this many minutes from now. */
export const inMinutes = (minutes: number, now = Date.now()): string =>
  new Date(now + minutes * 60_000).toISOString()

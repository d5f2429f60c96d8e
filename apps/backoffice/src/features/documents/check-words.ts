import type { Tone } from '@palpite/ui'
import type { DataOf } from '../../shared/api.ts'
import type { TextKey } from '../../shared/text.ts'

/** A check of a document and a face. */
export type Check = DataOf<'GET /api/backoffice/documents/checks'>['items'][number]
export type Side = DataOf<'GET /api/backoffice/documents/checks/:checkId'>['sides'][number]

export const reasonNames = {
  unreadable: 'documents.reason.unreadable',
  expired: 'documents.reason.expired',
  other_person: 'documents.reason.otherPerson',
  other_face: 'documents.reason.otherFace',
  not_live: 'documents.reason.notLive',
  not_a_document: 'documents.reason.notADocument',
  not_sure: 'documents.reason.notSure',
  not_available: 'documents.reason.notAvailable',
} as const satisfies Record<NonNullable<Check['reason']>, TextKey>

/** An operator's refusal reasons; the player reads them with advice. */
export const refusals = [
  'unreadable',
  'expired',
  'other_person',
  'other_face',
  'not_live',
  'not_a_document',
] as const

export const stateNames = {
  unsure: 'documents.state.unsure',
  approved: 'documents.state.approved',
  refused: 'documents.state.refused',
} as const satisfies Record<Check['state'], TextKey>

export const stateTones = {
  unsure: 'warn',
  approved: 'win',
  refused: 'loss',
} as const satisfies Record<Check['state'], Tone>

/** Which checks or exposed persons are listed. */
export const viewNames = {
  open: 'documents.view.open',
  decided: 'documents.view.decided',
} as const satisfies Record<string, TextKey>

export const sideNames = {
  front: 'documents.side.front',
  back: 'documents.side.back',
  selfie: 'documents.side.selfie',
} as const satisfies Record<Side, TextKey>

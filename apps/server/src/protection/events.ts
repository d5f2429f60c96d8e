import type { BlockedProduct, HarmSign, HarmStep, LimitKind, LimitPeriod } from '@palpite/contract'
import type { AskedData } from '../identity/index.ts'
import { defineEvent } from '../platform/events.ts'
import type { Lang } from '../platform/texts.ts'

/** A player changed the daily loss limit, null for none; `waits` if it is not in force yet. */
export const limitChanged = defineEvent<{ playerId: number; dailyLossCents: number | null; waits: boolean }>(
  'limit.changed',
)

/**
 * A limit changed, or started to wait; null is no limit. Amounts in cents, in bets or in minutes. For the daily loss
 * limit this is sent only on confirmation.
 */
export const limitDecided = defineEvent<{
  playerId: number
  kind: LimitKind
  period: LimitPeriod
  amount: number | null
  waits: boolean
}>('limit.decided')

/** The national register now names a player, or no longer does. The reason is not published. */
export const impedimentChanged = defineEvent<{ playerId: number; isImpeded: boolean }>('impediment.changed')

/**
 * A player's break started; without an end it is permanent. `lang` is the language of the request, unknown in older
 * events.
 */
export const breakBegun = defineEvent<{
  playerId: number
  kind: 'time_out' | 'exclusion' | 'block'
  product: BlockedProduct | null
  endsAt: string | null
  lang?: Lang | undefined
}>('break.begun')

/** Operators suspended a player's account, or lifted its suspension. Who did it, and why, is not published. */
export const suspensionChanged = defineEvent<{
  playerId: number
  isSuspended: boolean
  /** Names the suspension. At most one of an account is open. */
  suspensionId: number
}>('suspension.changed')

/** The event payload of a break. */
export const toBegun = <Break extends { endsAt: Date | null }>({ endsAt, ...begun }: Break) => ({
  ...begun,
  endsAt: endsAt?.toISOString() ?? null,
})

/** A pause was offered to a player after a big loss on this day (America/Sao_Paulo). */
export const coolOffOffered = defineEvent<{ playerId: number; day: string; netLossCents: number }>(
  'pause.offered',
)

/** A step was taken on signs of harm of a player, for these reasons. */
export const harmStepTaken = defineEvent<{
  playerId: number
  caseId: number
  step: HarmStep
  signs: HarmSign[]
}>('harm.stepped')

/** An identified player was asked for missing or outdated data: public office, or gender. */
export const dataRequested = defineEvent<{ playerId: number; what: AskedData }>('data.requested')

/** A player's document expires on this day, or has expired, which blocks again what requires documents. */
export const documentsExpire = defineEvent<{ playerId: number; expiresOn: string; isOver: boolean }>(
  'documents.expire',
)

/** A player's document and face were approved or refused. The player reads the reason through their own call. */
export const documentsDecided = defineEvent<{ playerId: number; isApproved: boolean }>('documents.decided')

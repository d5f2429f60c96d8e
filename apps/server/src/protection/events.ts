import type { BlockedProduct, HarmSign, HarmStep, LimitKind, LimitPeriod } from '@palpite/contract'
import type { AskedData } from '../identity/index.ts'
import { defineEvent } from '../platform/events.ts'
import type { Lang } from '../platform/texts.ts'

/** A player asked for another daily loss limit, null for none; `waits` when it does not hold yet. */
export const limitChanged = defineEvent<{ playerId: number; dailyLossCents: number | null; waits: boolean }>(
  'limit.changed',
)

/**
 * A limit changed, or began to wait; null is no limit. Amounts are cents, of bets their number, of time minutes. The daily
 * loss limit sends this only when it is confirmed.
 */
export const limitDecided = defineEvent<{
  playerId: number
  kind: LimitKind
  period: LimitPeriod
  amount: number | null
  waits: boolean
}>('limit.decided')

/** The national register names a player now, or no longer does. Why it does is nobody's to read here. */
export const impedimentChanged = defineEvent<{ playerId: number; isImpeded: boolean }>('impediment.changed')

/** A player's break began; without an end it is for good. `lang` is the language they took it in, unknown of older ones. */
export const breakBegun = defineEvent<{
  playerId: number
  kind: 'time_out' | 'exclusion' | 'block'
  product: BlockedProduct | null
  endsAt: string | null
  lang?: Lang | undefined
}>('break.begun')

/** A break as its event tells it. */
export const toBegun = <Break extends { endsAt: Date | null }>({ endsAt, ...begun }: Break) => ({
  ...begun,
  endsAt: endsAt?.toISOString() ?? null,
})

/** A pause was offered to a player after a big loss of this day (America/Sao_Paulo). */
export const coolOffOffered = defineEvent<{ playerId: number; day: string; netLossCents: number }>(
  'pause.offered',
)

/** A step was taken about signs of harm of a player, for these reasons. */
export const harmStepTaken = defineEvent<{
  playerId: number
  caseId: number
  step: HarmStep
  signs: HarmSign[]
}>('harm.stepped')

/** A player who is known was asked for data that are missing or too old: of a public office, or the gender. */
export const dataRequested = defineEvent<{ playerId: number; what: AskedData }>('data.requested')

/** The document of a player expires on this day, or has: then what waits for documents waits again. */
export const documentsExpire = defineEvent<{ playerId: number; expiresOn: string; isOver: boolean }>(
  'documents.expire',
)

/** Document and face of a player were approved or refused. Why is asked for by the player's own call. */
export const documentsDecided = defineEvent<{ playerId: number; isApproved: boolean }>('documents.decided')

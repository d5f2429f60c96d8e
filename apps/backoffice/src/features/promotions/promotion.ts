import type { Tone } from '@palpite/ui'
import type { DataOf } from '../../shared/api.ts'
import type { TextKey } from '../../shared/text.ts'

/** Rules that operators plan, and a plan of them. */
export type Promotions = DataOf<'GET /api/backoffice/promotions'>
export type Plan = Promotions['plans'][number]
export type Kind = Plan['kind']
export type Rule = Plan['rules'][number]

export const promotionNames = {
  check_in: 'promotions.kind.checkIn',
  ladder: 'promotions.kind.ladder',
  commission: 'promotions.kind.commission',
} as const satisfies Record<Kind, TextKey>

export const promotionKinds = Object.keys(promotionNames) as readonly Kind[]

export const placeNames = {
  check_in: 'promotions.place.checkIn',
  ladder: 'promotions.place.ladder',
  commission: 'promotions.place.commission',
} as const satisfies Record<Kind, TextKey>

export const planNames = {
  open: 'promotions.status.open',
  approved: 'promotions.status.approved',
  rejected: 'promotions.status.rejected',
  stopped: 'promotions.status.stopped',
} as const satisfies Record<Plan['status'], TextKey>

export const planTones = {
  open: 'warn',
  approved: 'win',
  rejected: 'neutral',
  stopped: 'neutral',
} as const satisfies Record<Plan['status'], Tone>

/** The rules of a kind that hold today: the earliest of those that hold and those to come. */
export const inForceOf = ({ inForce }: Pick<Promotions, 'inForce'>, kind: Kind): readonly Rule[] =>
  inForce.find((one) => one.kind === kind)?.rules ?? []

/** The rules of a kind that hold from a later day on; nothing where those of today stay. */
export function nextOf({ inForce }: Pick<Promotions, 'inForce'>, kind: Kind): readonly Rule[] | undefined {
  const ofKind = inForce.filter((one) => one.kind === kind)
  return ofKind.length > 1 ? ofKind.at(-1)?.rules : undefined
}

/** Pairs old and new rules by place; a side without that place has nothing. */
export function besideEachOther(before: readonly Rule[], after: readonly Rule[]) {
  const places = Array.from({ length: Math.max(before.length, after.length) }, (_, at) => at)
  return places.map((at) => {
    const [was, is] = [before[at], after[at]]
    const isChanged = was?.goal !== is?.goal || was?.amount !== is?.amount
    return { place: at + 1, before: was, after: is, isChanged }
  })
}

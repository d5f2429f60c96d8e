import { cents, floorToCents, fraction } from '@palpite/money'
import type { Tone } from '@palpite/ui'
import { centsOf } from '../../shared/amounts.ts'
import type { DataOf } from '../../shared/api.ts'
import type { TextKey } from '../../shared/text.ts'

/** The rules that operators plan, and their plans. */
export type Promotions = DataOf<'GET /api/backoffice/promotions'>
export type Plan = Promotions['plans'][number]
export type Kind = Plan['kind']
export type Rule = Plan['rules'][number]

export const promotionNames = {
  check_in: 'promotions.kind.checkIn',
  ladder: 'promotions.kind.ladder',
  commission: 'promotions.kind.commission',
  packages: 'promotions.kind.packages',
  discounts: 'promotions.kind.discounts',
  vip: 'promotions.kind.vip',
  activity: 'promotions.kind.activity',
} as const satisfies Record<Kind, TextKey>

export const promotionKinds = Object.keys(promotionNames) as readonly Kind[]

/** Kinds whose rules apply from a day on until others replace them; an activity has days of its own. */
export const datedKinds = promotionKinds.filter((kind) => kind !== 'activity')

/** The state of an activity for players. */
export const activityStates = {
  upcoming: 'promotions.activity.upcoming',
  open: 'promotions.activity.open',
  ended: 'promotions.activity.ended',
} as const satisfies Record<Promotions['activities'][number]['state'], TextKey>

export const placeNames = {
  check_in: 'promotions.place.checkIn',
  ladder: 'promotions.place.ladder',
  commission: 'promotions.place.commission',
  packages: 'promotions.package.heading',
  discounts: 'promotions.place.packages',
  vip: 'promotions.place.commission',
  activity: 'promotions.activity.steps',
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

/** The rules of a kind in force today (the earliest of current and future ones), or those that a plan of that day replaces. */
export const inForceOf = (
  { inForce }: Pick<Promotions, 'inForce'>,
  kind: Kind,
  startsOn?: string,
): readonly Rule[] => {
  const ofKind = inForce.filter((one) => one.kind === kind)
  const before = startsOn === undefined ? undefined : ofKind.findLast((one) => one.startsOn < startsOn)
  return (before ?? ofKind[0])?.rules ?? []
}

/** The next rules of a kind, even if others follow them; undefined if today's stay. */
export function nextOf({ inForce }: Pick<Promotions, 'inForce'>, kind: Kind): readonly Rule[] | undefined {
  return inForce.filter((one) => one.kind === kind)[1]?.rules
}

/** Today's discounts, one for each current or future package price; 0 where there is none. */
export function discountsOf(promotions: Pick<Promotions, 'inForce'>): readonly Rule[] {
  const held = inForceOf(promotions, 'discounts')
  const packages = promotions.inForce.filter(({ kind }) => kind === 'packages')
  const prices = new Set(packages.flatMap(({ rules }) => rules.map(({ goal }) => goal)))
  return [...prices]
    .toSorted((one, other) => one - other)
    .map((goal, at) => ({
      place: at + 1,
      goal,
      amount: held.find((rule) => rule.goal === goal)?.amount ?? 0,
    }))
}

/** The amount to pay under a discount in hundredths of a percent; a fraction of a cent is paid, as on the server. */
export const paidCents = ({ goal, amount }: Rule): number =>
  goal - floorToCents(fraction(BigInt(cents(goal)) * BigInt(amount), 10_000))

/** Whether the amounts of a kind are hundredths of a percent rather than cents. */
export const isShare = (kind: Kind): boolean => kind === 'commission' || kind === 'discounts'

/** Kinds whose rules are identified by their price. */
const byPrice: readonly Kind[] = ['packages', 'discounts']

/** Pairs old and new rules by place, packages and discounts by price; a side without that place or price is undefined. */
export function besideEachOther(kind: Kind, before: readonly Rule[], after: readonly Rule[]) {
  const keyOf = ({ place, goal }: Rule) => (byPrice.includes(kind) ? goal : place)
  const keys = [...new Set([...before, ...after].map(keyOf))].toSorted((one, other) => one - other)
  return keys.map((key) => {
    const [was, is] = [before, after].map((rules) => rules.find((rule) => keyOf(rule) === key))
    const isChanged = was?.goal !== is?.goal || was?.amount !== is?.amount || was?.first !== is?.first
    return { key, before: was, after: is, isChanged }
  })
}

/** A typed package; its key stays while its price changes. */
export type TypedPackage = { key: number; price: string; first: string; later: string }

/** Typed packages as rules, by price; undefined while an amount is invalid or no package is left. */
export function packagesOf(typed: readonly TypedPackage[]): readonly Rule[] | undefined {
  const read = typed.flatMap(({ price, first, later }) => {
    const [goal, ofFirst, amount] = [centsOf(price), centsOf(first), centsOf(later)]
    return goal === undefined || ofFirst === undefined || amount === undefined
      ? []
      : [{ goal, amount, first: ofFirst }]
  })
  if (read.length === 0 || read.length < typed.length) return undefined
  return read.toSorted((one, other) => one.goal - other.goal).map((rule, at) => ({ place: at + 1, ...rule }))
}

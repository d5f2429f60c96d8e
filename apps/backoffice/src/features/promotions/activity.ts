import { centsOf } from '../../shared/amounts.ts'
import type { TextKey } from '../../shared/text.ts'
import type { Plan, Rule } from './promotion.ts'

/** A planned activity; its steps are the rules of the plan. */
export type Activity = NonNullable<Plan['activity']>
export type ActivityLanguage = keyof Activity['texts']

export const activityLanguages = {
  'pt-BR': 'promotions.activity.inPortuguese',
  en: 'promotions.activity.inEnglish',
} as const satisfies Record<ActivityLanguage, TextKey>

export const countsNames = {
  stakes: 'promotions.activity.countsStakes',
  check_ins: 'promotions.activity.countsCheckIns',
} as const satisfies Record<Activity['counts'], TextKey>

export const audienceNames = {
  all: 'promotions.activity.audienceAll',
  new: 'promotions.activity.audienceNew',
  invited: 'promotions.activity.audienceInvited',
} as const satisfies Record<Activity['audience'], TextKey>

export const artNames = {
  football: 'promotions.activity.artFootball',
  steps: 'promotions.activity.artSteps',
  medals: 'promotions.activity.artMedals',
  pix: 'promotions.activity.artPix',
} as const satisfies Record<Activity['art'], TextKey>

/** Typed texts; of a list each line is an entry. */
export type TypedTexts = { title: string; summary: string; how: string; rules: string }
export type TypedStep = { key: number; goal: string; prize: string }
export type TypedActivity = Pick<Activity, 'id' | 'counts' | 'audience' | 'art'> & {
  texts: Record<ActivityLanguage, TypedTexts>
  steps: readonly TypedStep[]
}

const noTexts: TypedTexts = { title: '', summary: '', how: '', rules: '' }

/** The form of an activity before anything is typed. */
export const emptyActivity: TypedActivity = {
  id: '',
  counts: 'stakes',
  audience: 'all',
  art: 'football',
  texts: { 'pt-BR': noTexts, en: noTexts },
  steps: [{ key: 1, goal: '', prize: '' }],
}

const linesOf = (typed: string): string[] =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

const textsOf = ({ title, summary, how, rules }: TypedTexts) => ({
  title: title.trim(),
  summary: summary.trim(),
  how: linesOf(how),
  rules: linesOf(rules),
})

/** The typed activity for the preview, even while something is missing. */
export function shownActivity(typed: TypedActivity): { activity: Activity; rules: readonly Rule[] } {
  const { steps, texts, ...activity } = typed
  const read = steps.flatMap(({ goal, prize }) => {
    const [asks, brings] = [goalOf(typed.counts, goal), centsOf(prize)]
    return asks === undefined || brings === undefined ? [] : [{ goal: asks, amount: brings }]
  })
  const rules = read.toSorted((one, other) => one.goal - other.goal)
  return {
    activity: { ...activity, texts: { 'pt-BR': textsOf(texts['pt-BR']), en: textsOf(texts.en) } },
    rules: rules.map((rule, at) => ({ place: at + 1, ...rule })),
  }
}

/** A typed goal: an amount to stake, or a number of days. */
function goalOf(counts: Activity['counts'], typed: string): number | undefined {
  if (counts === 'stakes') return centsOf(typed)
  const days = Number(typed.trim())
  return Number.isInteger(days) && days > 0 ? days : undefined
}

/** The typed activity, ready to send; undefined while something is missing. */
export function activityOf(typed: TypedActivity) {
  const shown = shownActivity(typed)
  const isWhole = Object.values(shown.activity.texts).every(
    ({ title, summary, how, rules }) => title !== '' && summary !== '' && how.length > 0 && rules.length > 0,
  )
  const areSteps = shown.rules.length === typed.steps.length && shown.rules.every(({ amount }) => amount > 0)
  return isWhole && areSteps && /^[a-z0-9][a-z0-9-]{2,39}$/.test(typed.id) ? shown : undefined
}

import type { TextKey } from '../../../shared/text/keys.ts'

/** The self-test's questions. Answers never leave the page. */
export const selfQuestions = [
  'protection.self.more',
  'protection.self.chase',
  'protection.self.needed',
  'protection.self.hide',
  'protection.self.miss',
  'protection.self.mood',
] as const satisfies readonly TextKey[]

export type Answers = Readonly<Partial<Record<(typeof selfQuestions)[number], boolean>>>

/** Advice from all answers: nothing to worry about, some care, or help; undefined before all are given. */
export const adviceOf = (answers: Answers): 'none' | 'some' | 'many' | undefined => {
  const given = selfQuestions.map((question) => answers[question])
  if (given.includes(undefined)) return undefined
  const yes = given.filter(Boolean).length
  if (yes === 0) return 'none'
  return yes < 3 ? 'some' : 'many'
}

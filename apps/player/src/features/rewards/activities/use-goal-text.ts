import type { Calls } from '@palpite/contract'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'

type Counts = Calls['GET /api/app/rewards/activities/:activityId']['data']['counts']

const texts = {
  stakes: 'rewards.activity.stakes',
  top_ups: 'rewards.activity.topUps',
  invitees: 'rewards.activity.invitees',
  check_ins: 'rewards.activity.checkIns',
} as const

/** Provides `goalText(counts, goal)`: a goal in words, in its unit (cents, people, days). */
export const useGoalText = () => {
  const t = useText()
  const { money } = useFormat()
  return (counts: Counts, goal: number): string => t(texts[counts], { amount: money(goal), count: goal })
}

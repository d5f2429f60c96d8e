import type { Calls } from '@palpite/contract'
import { Progress, StatusTag, type Tone } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'
import { Card } from '../parts/Card.tsx'
import { useGoalText } from './use-goal-text.ts'

type Own = Calls['GET /api/app/rewards/activities/:activityId/progress']['data']
type Props = { activity: Calls['GET /api/app/rewards/activities/:activityId']['data']; progress: Own }

const states: Readonly<Record<Own['steps'][number]['state'], { tone: Tone; text: TextKey }>> = {
  ahead: { tone: 'neutral', text: 'rewards.state.ahead' },
  ready: { tone: 'win', text: 'rewards.state.ready' },
  claimed: { tone: 'play', text: 'rewards.state.claimed' },
  missed: { tone: 'loss', text: 'rewards.state.missed' },
}

/** The player's progress towards the highest goal, step by step. */
export function ActivityProgress({ activity: { counts, steps }, progress }: Props) {
  const t = useText()
  const { money } = useFormat()
  const goalText = useGoalText()
  if (!progress.isFor) {
    return <p className="rounded-14 bg-surface-1 p-14 text-14 text-text-2">{t('rewards.activity.notFor')}</p>
  }
  const highest = steps.at(-1)?.goal ?? 0
  const so = t('rewards.activity.soFar', { done: goalText(counts, progress.progress) })
  return (
    <Card title={t('rewards.activity.mine')}>
      <Progress label={so} share={highest > 0 ? progress.progress / highest : 0} />
      <p className="text-13 text-text-2">{so}</p>
      <ul className="grid gap-8 text-14">
        {progress.steps.map(({ step, state }) => {
          const rule = steps.find((each) => each.step === step)
          const { tone, text } = states[state]
          return (
            <li key={step} className="flex flex-wrap items-center justify-between gap-8">
              <span>{rule && goalText(counts, rule.goal)}</span>
              <span className="flex items-center gap-8">
                <span className="font-700">{rule && money(rule.prizeCents)}</span>
                <StatusTag tone={tone}>{t(text)}</StatusTag>
              </span>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

import { PrizeStair } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import type { Step } from './use-ladder.ts'

const words = {
  ahead: 'rewards.ladder.ahead',
  ready: 'rewards.ladder.ready',
  claimed: 'rewards.state.claimed',
} as const

/** The ladder's steps, each with required friends and prize. */
export function Stair({ steps }: { steps: readonly Step[] }) {
  const t = useText()
  const { money } = useFormat()
  return (
    <PrizeStair
      steps={steps.map(({ step, invitees, awardCents, state }) => ({
        step,
        goal: t('rewards.ladder.friends', { count: invitees }),
        amount: money(awardCents),
        state,
        stateWords: t(words[state]),
      }))}
    />
  )
}

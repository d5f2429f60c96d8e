import { PrizeStair } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import type { Step } from './use-ladder.ts'

const words = {
  ahead: 'rewards.ladder.ahead',
  ready: 'rewards.ladder.ready',
  claimed: 'rewards.state.claimed',
} as const

/** The steps of the ladder, each with how many friends it asks for and what it pays. */
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

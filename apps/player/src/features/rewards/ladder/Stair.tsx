import { cx, Icon } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import type { Step } from './use-ladder.ts'

const words = {
  ahead: 'rewards.ladder.ahead',
  ready: 'rewards.ladder.ready',
  claimed: 'rewards.state.claimed',
} as const

/** The steps as a stair that climbs to the right, each with how many friends it asks for and what it pays. */
export function Stair({ steps }: { steps: readonly Step[] }) {
  const t = useText()
  const { money } = useFormat()
  return (
    <ol className="grid gap-4">
      {steps.map(({ step, invitees, awardCents, state }, at) => (
        <li key={step} className="flex items-stretch gap-8">
          <span
            className={cx(
              'flex min-h-36 roomy:w-full! roomy:flex-wrap items-center justify-between gap-8 rounded-11 ps-10 pe-12 text-13',
              state === 'claimed' && 'bg-win-tint text-win',
              state === 'ready' && 'bg-brand font-700 text-on-brand',
              state === 'ahead' && 'bg-surface-2',
            )}
            style={{ width: `${46 + (54 * (at + 1)) / steps.length}%` }}
          >
            <span className="flex items-center gap-6 whitespace-nowrap">
              {state === 'claimed' && <Icon name="check-bold" className="size-14" />}
              {t('rewards.ladder.friends', { count: invitees })}
              <span className="sr-only">{t(words[state])}</span>
            </span>
            <span className="font-700 whitespace-nowrap">{money(awardCents)}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

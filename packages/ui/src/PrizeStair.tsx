import { cx } from './cx.ts'
import { Icon } from './icons/Icon.tsx'

type Step = {
  step: number
  /** The requirement and the prize. */
  goal: string
  amount: string
  state: 'ahead' | 'ready' | 'claimed'
  /** The state in words, for screen readers. */
  stateWords?: string
}

/** Steps as a rising stair, each with requirement and prize. */
export function PrizeStair({ steps }: { steps: readonly Step[] }) {
  return (
    <ol className="grid gap-4">
      {steps.map(({ step, goal, amount, state, stateWords }, at) => (
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
              {goal}
              {stateWords !== undefined && <span className="sr-only">{stateWords}</span>}
            </span>
            <span className="font-700 whitespace-nowrap">{amount}</span>
          </span>
        </li>
      ))}
    </ol>
  )
}

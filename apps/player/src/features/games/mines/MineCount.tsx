import { cx } from '@palpite/ui'
import { useText } from '../../../shared/text/text.ts'
import { mineBounds, minePresets } from './mines-board.ts'

type Props = { count: number; onCount: (count: number) => void; disabled: boolean }

/** The number of mines: minus, plus, or a common count. */
export function MineCount({ count, onCount, disabled }: Props) {
  const t = useText()
  const step = (label: string, sign: string, next: number) => (
    <button
      type="button"
      aria-label={label}
      disabled={disabled || next < mineBounds.min || next > mineBounds.max}
      onClick={() => onCount(next)}
      className={key}
    >
      {sign}
    </button>
  )
  return (
    <div
      role="group"
      aria-label={t('games.mines.count')}
      className="flex min-w-0 items-center gap-4 roomy:flex-wrap wide:flex-wrap"
    >
      {step(t('games.mines.fewer'), '−', count - 1)}
      <output className="grid min-w-32 flex-1 text-center leading-tight">
        <span className="text-11 text-text-2">{t('games.mines.mines')}</span>
        <span className="text-16 font-700">{count}</span>
      </output>
      {step(t('games.mines.more'), '+', count + 1)}
      {/* During a round there is nothing to scroll to. */}
      <span
        className={cx(
          'flex min-w-0 no-bar gap-3 ps-4 roomy:basis-full roomy:ps-0 wide:basis-full wide:ps-0 wide:*:flex-1',
          disabled ? 'overflow-x-clip' : 'overflow-x-auto',
        )}
      >
        {minePresets.map((preset) => (
          <button
            key={preset}
            type="button"
            disabled={disabled}
            aria-pressed={preset === count}
            aria-label={t('games.mines.preset', { count: preset })}
            onClick={() => onCount(preset)}
            className={key}
          >
            {preset}
          </button>
        ))}
      </span>
    </div>
  )
}

const key =
  'tap grid shrink-0 cursor-pointer touch-manipulation place-items-center rounded-11 bg-surface-3 text-14 font-700 hover:bg-surface-4 active:bg-surface-4 disabled:cursor-not-allowed disabled:bg-surface-3 disabled:text-text-3 aria-pressed:bg-brand-tint aria-pressed:text-brand-text'

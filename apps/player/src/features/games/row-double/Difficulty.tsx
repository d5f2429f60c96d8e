import { ROW_DIFFICULTIES, type RowDifficulty } from '@palpite/games'
import { useText } from '../../../shared/text/text.ts'
import { difficulties } from './tower.ts'

type Props = { value: RowDifficulty; onChange: (difficulty: RowDifficulty) => void; disabled: boolean }

const names = {
  easy: 'games.rowDouble.easy',
  medium: 'games.rowDouble.medium',
  hard: 'games.rowDouble.hard',
  expert: 'games.rowDouble.expert',
  master: 'games.rowDouble.master',
} as const

/** The difficulty: how many tiles of a row are safe. */
export function Difficulty({ value, onChange, disabled }: Props) {
  const t = useText()
  return (
    <div
      role="group"
      aria-label={t('games.rowDouble.difficulty')}
      className="grid grid-cols-5 gap-4 roomy:grid-cols-2"
    >
      {difficulties.map((difficulty) => {
        const { safe, tiles } = ROW_DIFFICULTIES[difficulty]
        return (
          <button
            key={difficulty}
            type="button"
            disabled={disabled}
            aria-pressed={difficulty === value}
            onClick={() => onChange(difficulty)}
            className="tap grid cursor-pointer touch-manipulation content-center justify-items-center rounded-11 bg-surface-3 text-12 leading-tight font-700 hover:bg-surface-4 active:bg-surface-4 disabled:cursor-not-allowed disabled:text-text-3 aria-pressed:bg-brand-tint aria-pressed:text-brand-text"
          >
            {t(names[difficulty])}
            <span className="text-10 font-500">{t('games.rowDouble.holds', { safe, tiles })}</span>
          </button>
        )
      })}
    </div>
  )
}

import { CountUp, cx } from '@palpite/ui'
import { useText } from '../../../shared/text/text.ts'
import { useIsStill } from '../../../shared/use-is-still.ts'
import { type Invitations, levelTints, usePersonsText } from './invitation-levels.ts'

type Props = {
  levels: Invitations['levels']
  chosen: number | undefined
  onChoose: (level: number | undefined) => void
}

const radii = [26, 42, 58] as const
const paints = ['stroke-brand-line', 'stroke-play', 'stroke-info'] as const

/** Three rings, each filled by its level's share of all invitees; its button filters the table below. */
export function Rings({ levels, chosen, onChoose }: Props) {
  const t = useText()
  const isStill = useIsStill()
  const personsText = usePersonsText()
  const all = levels.reduce((sum, { persons }) => sum + persons, 0)
  return (
    <div className="flex flex-wrap items-center justify-center gap-16">
      <svg aria-hidden="true" viewBox="0 0 132 132" className="size-150 shrink-0 -rotate-90">
        {levels.map(({ level, persons }) => {
          const radius = radii[level - 1] ?? radii[2]
          const length = 2 * Math.PI * radius
          return (
            <g key={level} fill="none" strokeWidth="10" strokeLinecap="round">
              <circle cx="66" cy="66" r={radius} className="stroke-surface-3" />
              {persons > 0 && (
                <circle
                  cx="66"
                  cy="66"
                  r={radius}
                  strokeDasharray={`${(persons / all) * length} ${length}`}
                  className={cx(
                    paints[level - 1] ?? paints[2],
                    chosen !== undefined && chosen !== level && 'opacity-30',
                  )}
                />
              )}
            </g>
          )
        })}
        <circle cx="66" cy="66" r="10" className="fill-text" />
      </svg>
      <div className="grid gap-6" role="group" aria-label={t('rewards.agent.filter')}>
        {levels.map(({ level, persons }) => (
          <button
            key={level}
            type="button"
            aria-pressed={chosen === level}
            onClick={() => onChoose(chosen === level ? undefined : level)}
            className={cx(
              'flex finger-44 cursor-pointer items-center justify-between gap-16 rounded-11 px-12 text-14 font-600',
              chosen === level ? 'bg-surface-3' : 'bg-surface-2 hover:bg-surface-3',
            )}
          >
            <span className={levelTints[level - 1]}>{t('rewards.invite.level', { level })}</span>
            <CountUp count={persons} isStill={isStill} textOf={personsText} />
          </button>
        ))}
      </div>
    </div>
  )
}

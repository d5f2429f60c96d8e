import { TeamCrest } from '@palpite/ui'
import { type Fixture, isLive } from '../../../shared/fixture.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { type ScoreColumn, scoreLines, type Side } from '../scoreboard/score-lines.ts'
import css from './list.module.css'
import { useGoalMark } from './use-goal-mark.ts'

/** From this many columns on a wide desktop has no room for all sets beside a name. */
const MAX_COLUMNS = 4

/** Sides and score: in set sports sets won and the current set, on a wide desktop each set; otherwise one number. */
export function RowSides({ fixture }: { fixture: Fixture }) {
  const live = isLive(fixture)
  const lines = live ? scoreLines(fixture.state) : undefined
  const isInSets = fixture.state?.family === 'sets'
  return (['home', 'away'] as const).map((side) => (
    <SideLine
      key={side}
      side={side}
      name={fixture[side]}
      score={live ? fixture[side === 'home' ? 'homeScore' : 'awayScore'] : null}
      sets={isInSets ? (lines?.columns ?? []) : []}
      active={lines?.active === side && fixture.state?.family !== 'quarters'}
    />
  ))
}

type Props = { side: Side; name: string; score: number | null; sets: readonly ScoreColumn[]; active: boolean }

function SideLine({ side, name, score, sets, active }: Props) {
  const figure = useGoalMark<HTMLSpanElement>(score)
  const at = side === 'home' ? 0 : 1
  return (
    <span className="flex min-h-20 items-center gap-6 text-14 font-600 narrow:text-13 wide:min-h-20 wide:text-13 wide:tree-narrow:text-12 tracking-tight">
      <TeamCrest
        team={name}
        className={`size-18 narrow:hidden wide:tree-narrow:hidden ${sets.length > 0 ? 'not-wide:hidden' : ''}`}
      />
      <span className="flex min-w-0 flex-1 items-center gap-5">
        <span className="line-clamp-3 min-w-0 leading-[1.15] wrap-anywhere">{name}</span>
        {active && <span aria-hidden="true" className="size-6 shrink-0 rounded-full bg-brand-line" />}
      </span>
      {sets.length > 0 ? (
        <SetScores columns={sets} at={at} won={score} />
      ) : (
        score !== null && (
          <span ref={figure} className={`${css.score} pe-2 font-800`}>
            {score}
          </span>
        )
      )}
    </span>
  )
}

const cell = 'min-w-10 text-center data-open:text-brand-text'

/** Visibility of a column: game points on all but the smallest phones. */
const sightOf = (head: TextKey, isOpen: boolean, isLong: boolean): string => {
  if (head === 'sportsbook.score.points') return 'narrow:hidden'
  if (isOpen) return ''
  return isLong ? 'hidden' : 'hidden tree-wide:inline'
}

type ScoreProps = { columns: readonly ScoreColumn[]; at: 0 | 1; won: number | null }

function SetScores({ columns, at, won }: ScoreProps) {
  const isLong = columns.length > MAX_COLUMNS
  return (
    <span className="flex gap-4 pe-2 text-13 font-700">
      <span className={`${cell} ${isLong ? '' : 'tree-wide:hidden'}`}>{won}</span>
      {columns.map(({ key, head, cells, isOpen }) => (
        <span
          key={key}
          data-open={isOpen || undefined}
          className={`${cell} ${sightOf(head, isOpen, isLong)}`}
        >
          {cells[at]}
        </span>
      ))}
    </span>
  )
}

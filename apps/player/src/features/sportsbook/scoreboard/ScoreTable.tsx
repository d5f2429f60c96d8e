import { cx } from '@palpite/ui'
import type { Fixture } from '../../../shared/fixture.ts'
import { useText } from '../../../shared/text/text.ts'
import { type ScoreColumn, scoreLines, type Side } from './score-lines.ts'

/** A score by sets, quarters or innings as a table; nothing if there is one number per side. */
export function ScoreTable({ fixture }: { fixture: Fixture }) {
  const t = useText()
  const { columns, active } = scoreLines(fixture.state)
  if (columns.length === 0) return null
  return (
    <div className="mt-12 overflow-hidden rounded-11 bg-surface-2/70 roomy:overflow-x-auto">
      <table aria-label={t('sportsbook.score.label')} className="w-full border-collapse text-12">
        <thead>
          <tr className="text-text-2">
            <th scope="col" className="sr-only">
              {t('sportsbook.score.side')}
            </th>
            {columns.map(({ key, head, count }) => (
              <th key={key} scope="col" className="px-3 pt-6 pb-2 text-center font-500 whitespace-nowrap">
                {t(head, { count })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <SideRow name={fixture.home} side="home" columns={columns} active={active} />
          <SideRow name={fixture.away} side="away" columns={columns} active={active} />
        </tbody>
      </table>
    </div>
  )
}

type RowProps = { name: string; side: Side; columns: readonly ScoreColumn[]; active: Side | null }

function SideRow({ name, side, columns, active }: RowProps) {
  const at = side === 'home' ? 0 : 1
  return (
    <tr>
      <th scope="row" className="w-full max-w-0 py-4 ps-10 text-start font-600">
        <span className="flex items-center gap-6">
          <span className="min-w-0 wrap-anywhere">{name}</span>
          {active === side && (
            <span aria-hidden="true" className="size-6 shrink-0 rounded-full bg-brand-line" />
          )}
        </span>
      </th>
      {columns.map(({ key, cells, isOpen }) => (
        <td
          key={key}
          className={cx(
            'min-w-22 px-3 py-4 text-center font-700 whitespace-nowrap',
            isOpen ? 'text-brand-text' : 'text-text',
          )}
        >
          {cells[at]}
        </td>
      ))}
    </tr>
  )
}

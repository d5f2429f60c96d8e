import { useMemo } from 'react'
import { usePages } from '../../shared/ask-again.ts'
import { useFormat } from '../../shared/format.ts'
import {
  figureColumn,
  type ListColumn,
  momentColumn,
  playerColumn,
  tagColumn,
  wordColumn,
} from '../../shared/list-column.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { Choice, useChoice } from '../../shared/Pick.tsx'
import { useText } from '../../shared/text.ts'
import { type Case, statusNames, statusOf, statusTones, useReasonWords, viewNames } from './case-words.ts'
import { CaseDrawer } from './CaseDrawer.tsx'

/** Cases of signs of harm: those waiting for a person first, or closed ones. */
export function CasesPage() {
  const t = useText()
  const view = useChoice('ver', viewNames)
  return (
    <ListPage
      title={t('nav.harm.name')}
      note={t('harm.page.note')}
      columns={useColumns()}
      list={usePages('GET /api/backoffice/harm/cases', { status: view })}
      keyOf={({ id }) => String(id)}
      drawer={({ row, close }) => row && <CaseDrawer key={row.id} of={row} onClose={close} />}
      empty={{ title: t('harm.list.empty') }}
      filteredBy={['ver']}
      filters={<Choice name="ver" head="list.filter.state" words={viewNames} />}
    />
  )
}

function useColumns(): readonly ListColumn<Case>[] {
  const t = useText()
  const format = useFormat()
  const reasonWords = useReasonWords()
  return useMemo(
    () => [
      playerColumn({ isFirst: true }),
      wordColumn({
        id: 'reasons',
        head: 'harm.column.reasons',
        of: ({ reasons }) => reasons.map(reasonWords).join('; '),
      }),
      figureColumn({ id: 'grade', head: 'harm.column.grade', of: ({ grade }) => grade }, format),
      tagColumn({ id: 'state', of: statusOf, names: statusNames, tones: statusTones }, t),
      momentColumn(
        { id: 'openedAt', head: 'harm.column.openedAt', of: ({ openedAt }) => openedAt },
        format.time,
      ),
    ],
    [t, format, reasonWords],
  )
}

import { StatusTag } from '@palpite/ui'
import { useMemo } from 'react'
import { useAsked, wholeList } from '../../shared/ask-again.ts'
import { useFormat } from '../../shared/format.ts'
import { type ListColumn, moneyColumn, momentColumn, wordColumn } from '../../shared/list-column.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { useText } from '../../shared/text.ts'
import { FlagTabs } from './FlagTabs.tsx'
import { heatOf, type WorstMatch } from './worst.ts'

/** The matches that may cost the house most, each with the ending that would. */
export function WorstPage() {
  const t = useText()
  const format = useFormat()
  const asked = useAsked('GET /api/backoffice/bets/worst', {})
  const book = asked.data?.book
  return (
    <ListPage
      title={t('nav.marks.name')}
      note={
        book
          ? t('worst.page.book', { cost: format.money(book.costCents), max: format.money(book.maxCents) })
          : t('worst.page.note')
      }
      listTitle={t('worst.tab.name')}
      tabs={<FlagTabs />}
      columns={useColumns()}
      list={wholeList<WorstMatch>({ ...asked, data: asked.data?.matches })}
      keyOf={({ fixtureId }) => String(fixtureId)}
      empty={{ title: t('worst.list.empty') }}
    />
  )
}

const titleOf = ({ title, home, away }: WorstMatch): string => title ?? `${home} x ${away}`

function useColumns(): readonly ListColumn<WorstMatch>[] {
  const format = useFormat()
  return useMemo(
    () => [
      wordColumn({ id: 'match', head: 'worst.column.match', of: titleOf }),
      wordColumn({
        id: 'competition',
        head: 'worst.column.competition',
        of: ({ competition }) => competition,
      }),
      wordColumn({
        id: 'score',
        head: 'worst.column.score',
        of: ({ score }) => (score ? `${score.home} x ${score.away}` : '–'),
      }),
      {
        id: 'cost',
        head: 'worst.column.cost',
        isFigure: true,
        cell: (match) => <StatusTag tone={heatOf(match)}>{format.money(match.costCents)}</StatusTag>,
        csv: ({ costCents }) => (costCents / 100).toFixed(2),
      },
      moneyColumn({ id: 'left', head: 'worst.column.left', of: ({ leftCents }) => leftCents }, format),
      momentColumn(
        { id: 'startsAt', head: 'worst.column.startsAt', of: ({ startsAt }) => startsAt },
        format.time,
      ),
    ],
    [format],
  )
}

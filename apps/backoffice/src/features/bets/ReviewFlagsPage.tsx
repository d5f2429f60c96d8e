import { useMemo } from 'react'
import { usePages } from '../../shared/ask-again.ts'
import { useFormat } from '../../shared/format.ts'
import {
  figureColumn,
  type ListColumn,
  moneyColumn,
  momentColumn,
  playerColumn,
  tagColumn,
} from '../../shared/list-column.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { Choice, useChoice } from '../../shared/Pick.tsx'
import { useText } from '../../shared/text.ts'
import { FlagTabs } from './FlagTabs.tsx'
import { kindNames, kindTones, type ReviewFlag, statusNames, statusTones, viewNames } from './review-flag.ts'
import { ReviewFlagDrawer } from './ReviewFlagDrawer.tsx'

/** Accepted bets flagged for review: late, large, several on one match, above fair price, or opposed. */
export function ReviewFlagsPage() {
  const t = useText()
  const view = useChoice('ver', viewNames)
  return (
    <ListPage
      title={t('nav.marks.name')}
      note={t('bets.page.note')}
      listTitle={t('worst.tab.flags')}
      tabs={<FlagTabs />}
      columns={useColumns()}
      list={usePages('GET /api/backoffice/bets/marks', { status: view === 'all' ? undefined : view })}
      keyOf={({ id }) => String(id)}
      drawer={({ row, close }) => row && <ReviewFlagDrawer key={row.id} flag={row} onClose={close} />}
      empty={{ title: t('bets.list.empty') }}
      filteredBy={['ver']}
      filters={<Choice name="ver" head="list.filter.state" words={viewNames} />}
    />
  )
}

function useColumns(): readonly ListColumn<ReviewFlag>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'bet',
        head: 'bets.column.bet',
        cell: ({ betId }) => `#${betId}`,
        csv: ({ betId }) => String(betId),
      },
      tagColumn(
        {
          id: 'kind',
          head: 'bets.column.kind',
          of: ({ kind }) => kind,
          names: kindNames,
          tones: kindTones,
        },
        t,
      ),
      playerColumn(),
      moneyColumn({ id: 'stake', head: 'bets.column.stake', of: ({ stakeCents }) => stakeCents }, format),
      moneyColumn(
        {
          id: 'return',
          head: 'bets.column.return',
          of: ({ potentialReturnCents }) => potentialReturnCents,
        },
        format,
      ),
      figureColumn(
        { id: 'marks', head: 'bets.column.marks', of: ({ marksOfPlayer }) => marksOfPlayer },
        format,
      ),
      tagColumn({ id: 'state', of: ({ status }) => status, names: statusNames, tones: statusTones }, t),
      momentColumn(
        { id: 'markedAt', head: 'bets.column.markedAt', of: ({ markedAt }) => markedAt },
        format.time,
      ),
    ],
    [t, format],
  )
}

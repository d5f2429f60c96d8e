import { Button } from '@palpite/ui'
import { useMemo } from 'react'
import { useAddress } from '../../shared/address.ts'
import type { DataOf } from '../../shared/api.ts'
import { usePages } from '../../shared/ask-again.ts'
import { useFormat } from '../../shared/format.ts'
import { type ListColumn, momentColumn, wordColumn } from '../../shared/list-column.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { Choice, useChoice } from '../../shared/Pick.tsx'
import { type TextKey, useText } from '../../shared/text.ts'
import { groundNames, ListPersons, UnlistPerson } from './ListPersons.tsx'

type Row = DataOf<'GET /api/backoffice/listedPersons'>['items'][number]

const viewNames = {
  open: 'listed.view.open',
  removed: 'listed.view.removed',
} as const satisfies Record<'open' | 'removed', TextKey>

/** Persons who may not bet by law, as the house lists them, and those taken off the list. */
export function ListedPersonsPage() {
  const t = useText()
  const address = useAddress()
  const view = useChoice('ver', viewNames)
  return (
    <ListPage
      title={t('nav.listed.name')}
      note={t('listed.page.note')}
      aside={
        <div className="flex flex-wrap gap-8">
          <Button size="s" onClick={() => address.set({ aberto: 'novo' })}>
            {t('listed.add.open')}
          </Button>
          <Button size="s" kind="secondary" onClick={() => address.set({ aberto: 'tirar' })}>
            {t('listed.remove.open')}
          </Button>
        </div>
      }
      columns={useColumns(view)}
      list={usePages('GET /api/backoffice/listedPersons', { status: view })}
      keyOf={({ listedPersonId }) => String(listedPersonId)}
      drawer={({ key, close }) => {
        if (key === 'novo') return <ListPersons onClose={close} />
        return key === 'tirar' && <UnlistPerson onClose={close} />
      }}
      empty={{ title: t('listed.list.empty') }}
      filteredBy={['ver']}
      filters={<Choice name="ver" head="list.filter.state" words={viewNames} />}
    />
  )
}

function useColumns(view: keyof typeof viewNames): readonly ListColumn<Row>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(() => {
    const operator = (id: number | null) => (id === null ? '–' : t('suspensions.operator.name', { id }))
    const columns: ListColumn<Row>[] = [
      wordColumn({ id: 'ground', head: 'listed.ground.label', of: ({ ground }) => t(groundNames[ground]) }),
      wordColumn({ id: 'reason', head: 'suspensions.column.reason', of: ({ reason }) => reason }),
      momentColumn({ id: 'since', head: 'suspensions.column.since', of: (row) => row.listedAt }, format.time),
      wordColumn({ id: 'by', head: 'suspensions.column.by', of: ({ listedBy }) => operator(listedBy) }),
    ]
    if (view === 'open') return columns
    return [
      ...columns,
      momentColumn(
        { id: 'removedAt', head: 'listed.column.removedAt', of: ({ removedAt }) => removedAt },
        format.time,
      ),
      wordColumn({
        id: 'removedBy',
        head: 'listed.column.removedBy',
        of: ({ removedBy }) => operator(removedBy),
      }),
      wordColumn({
        id: 'removeReason',
        head: 'suspensions.column.liftReason',
        of: ({ removeReason }) => removeReason ?? '–',
      }),
    ]
  }, [t, format, view])
}

import type { ReactNode } from 'react'
import { useAddress } from './address.ts'
import { DataList, type ListProps } from './DataList.tsx'
import { Page } from './Page.tsx'
import { useText } from './text.ts'

type Open<Row> = {
  key: string
  /** The row of that key, if the list has it. */
  row: Row | undefined
  close: () => void
}

type Props<Row> = Omit<ListProps<Row>, 'name' | 'open' | 'isTitled' | 'isFiltered' | 'onClearFilters'> & {
  note?: string
  /** The list's name, if it differs from the screen's. */
  listTitle?: string
  /** The filters' names in the address: cleared together. */
  filteredBy?: readonly string[]
  aside?: ReactNode
  tabs?: ReactNode
  /** Details of the row in the address. Without it no row opens. */
  drawer?: (open: Open<Row>) => ReactNode
  /** Content between tabs and list. */
  above?: ReactNode
  /** Content below the list. */
  children?: ReactNode
}

/** A screen with one list: the open row is in the address, its details beside the list. */
export function ListPage<Row extends object>({
  title,
  note,
  listTitle = title,
  filteredBy = [],
  aside,
  tabs,
  drawer,
  above,
  children,
  ...list
}: Props<Row>) {
  const t = useText()
  const address = useAddress()
  const key = address.get('aberto')
  const row = list.list.rows.find((one) => list.keyOf(one) === key)
  const opened = drawer && key !== '' && drawer({ key, row, close: () => address.set({ aberto: '' }) })
  return (
    <Page title={title} {...(note !== undefined && { note })} aside={aside} drawer={opened}>
      {tabs}
      {above}
      {drawer && key !== '' && !opened && !list.list.isLoading && (
        <p role="status" className="mb-8 text-13 text-text-2">
          {t('list.row.absent', { key })}
        </p>
      )}
      <DataList
        {...list}
        title={listTitle}
        isFiltered={filteredBy.some((name) => address.get(name) !== '')}
        onClearFilters={() => address.set(Object.fromEntries(filteredBy.map((name) => [name, ''])))}
        {...(drawer && { open: { key: opened ? key : '', onOpen: (next) => address.set({ aberto: next }) } })}
      />
      {children}
    </Page>
  )
}

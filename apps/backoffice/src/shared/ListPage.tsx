import type { ReactNode } from 'react'
import { useAddress } from './address.ts'
import { DataList, type ListProps } from './DataList.tsx'
import { Page } from './Page.tsx'

type Open<Row> = {
  key: string
  /** The row of that key, while the list has it. */
  row: Row | undefined
  close: () => void
}

type Props<Row> = Omit<ListProps<Row>, 'name' | 'open' | 'isTitled' | 'isFiltered' | 'onClearFilters'> & {
  note?: string
  /** What the list is called, where the screen has another name. */
  listTitle?: string
  /** What its filters are called in the address: they are cleared together. */
  filteredBy?: readonly string[]
  aside?: ReactNode
  tabs?: ReactNode
  /** Details of the row that the address names, beside the list. Without it no row opens. */
  drawer?: (open: Open<Row>) => ReactNode
  /** What stands between the tabs and the list. */
  above?: ReactNode
  /** What stands below the list. */
  children?: ReactNode
}

/** A screen of one list: which row is open stands in the address, and its details stand beside the list. */
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
  const address = useAddress()
  const key = address.get('aberto')
  const row = list.list.rows.find((one) => list.keyOf(one) === key)
  const opened = drawer && key !== '' && drawer({ key, row, close: () => address.set({ aberto: '' }) })
  return (
    <Page title={title} {...(note !== undefined && { note })} aside={aside} drawer={opened}>
      {tabs}
      {above}
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

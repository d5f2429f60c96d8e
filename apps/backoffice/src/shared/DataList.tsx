import { columnVisibilityFeature, tableFeatures, type ColumnDef, useTable } from '@tanstack/react-table'
import { Button, Checkbox, cx, Empty, ErrorCard } from '@palpite/ui'
import { type ReactNode, useMemo, useRef } from 'react'
import { useAddress } from './address.ts'
import type { Paged } from './ask-again.ts'
import type { ListColumn } from './list-column.tsx'
import { ListFoot } from './ListFoot.tsx'
import { ListTools } from './ListTools.tsx'
import { useShortcuts } from './shortcuts.ts'
import { type text, useText } from './text.ts'

type Marking = {
  marked: ReadonlySet<string>
  onMark: (key: string, isMarked: boolean) => void
  canMark: (key: string) => boolean
}

export type ListProps<Row> = {
  /** The list's name, for screen readers and files. */
  title: string
  /** Its name in the address on pages with several lists: each has its own hidden columns. */
  name?: string
  /** Whether its name is shown above: on pages with several lists. */
  isTitled?: boolean
  columns: readonly ListColumn<Row>[]
  list: Paged<Row>
  keyOf: (row: Row) => string
  /** The open row, and how to open another. */
  open?: { key: string; onOpen: (key: string) => void }
  marking?: Marking
  empty: { title: string; text?: string }
  /** The filters, before the list's tools. */
  filters?: ReactNode
  isFiltered?: boolean
  onClearFilters?: () => void
}

const features = tableFeatures({ columnVisibilityFeature })

/**
 * A list with filters, selectable columns, CSV file, age and paging. Shows loading, empty, failed and full, and is
 * navigated by `j`, `k` and Enter.
 */
export function DataList<Row extends object>(props: ListProps<Row>) {
  const { title, name, columns, list, keyOf, open, marking, empty, filters, isFiltered, onClearFilters } =
    props
  const t = useText()
  const address = useAddress()
  const place = useRef<HTMLDivElement>(null)
  const hiddenIn = name === undefined ? 'sem' : `sem-${name}`
  const hidden = new Set(address.get(hiddenIn).split('.').filter(Boolean))
  useShortcuts({
    j: () => step(place.current, 1),
    k: () => step(place.current, -1),
  })

  const definitions = useMemo(
    () =>
      columns.map((column): ColumnDef<typeof features, Row, unknown> => ({
        id: column.id,
        accessorFn: (row): unknown => row,
        header: column.head,
        cell: ({ row }) => column.cell(row.original),
      })),
    [columns],
  )
  const rows = useMemo(() => [...list.rows], [list.rows])
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    getRowId: (row) => keyOf(row),
    state: { columnVisibility: Object.fromEntries([...hidden].map((id) => [id, false])) },
  })
  const figures = new Set(columns.filter(({ isFigure }) => isFigure).map(({ id }) => id))
  const headOf = (id: string) => columns.find((column) => column.id === id)?.head ?? 'list.row.name'

  return (
    <section aria-label={title} className="grid gap-10">
      <ListTools
        title={title}
        name={name}
        columns={columns}
        isEmpty={list.rows.length === 0 && !list.hasMore}
        readAll={list.readAll}
        hidden={hidden}
        hiddenIn={hiddenIn}
        filters={props.isTitled ? <h2 className="text-16 font-700">{title}</h2> : filters}
      />
      {list.error && (
        <ErrorCard
          title={t('list.failed.title')}
          text={list.error.said || t('list.failed.text')}
          retryLabel={t('list.failed.retry')}
          onRetry={list.reload}
        />
      )}
      <div
        ref={place}
        data-list=""
        data-stale={list.error ? true : undefined}
        className="hairline overflow-x-auto rounded-14 bg-surface-1 data-stale:opacity-60"
        aria-busy={list.isLoading}
        {...((!open || rows.length === 0) && scrolledByKeys(title))}
      >
        <table className="w-full border-collapse text-13">
          <thead>
            {table.getHeaderGroups().map((group) => (
              <tr key={group.id} className="border-b border-line text-start">
                {marking && (
                  <th scope="col" className="w-40 ps-14">
                    <span className="sr-only">{t('list.mark.head')}</span>
                  </th>
                )}
                {group.headers.map((header) => (
                  <th
                    key={header.id}
                    scope="col"
                    className={cx(
                      'h-36 px-10 text-12 font-600 whitespace-nowrap text-text-2',
                      figures.has(header.column.id) ? 'text-end' : 'text-start',
                    )}
                  >
                    {t(headOf(header.column.id))}
                  </th>
                ))}
              </tr>
            ))}
          </thead>
          <tbody>
            {list.isLoading && <WaitingRows columns={columns.length - hidden.size + (marking ? 1 : 0)} />}
            {table.getRowModel().rows.map((row) => (
              <tr
                key={row.id}
                data-open={row.id === open?.key || undefined}
                className="relative border-b border-line last:border-0 hover:bg-surface-2 data-open:bg-brand-tint"
              >
                {marking && <td className="relative z-1 ps-14">{markOf(marking, row.id, t)}</td>}
                {row.getVisibleCells().map((cell, at) => {
                  const shown = <table.FlexRender cell={cell} />
                  return (
                    <td
                      key={cell.id}
                      className={cx(
                        'h-44 px-10 whitespace-nowrap',
                        figures.has(cell.column.id) && 'text-end font-600 tabular-nums',
                      )}
                    >
                      {at === 0 && open ? (
                        <button
                          type="button"
                          data-row={row.id}
                          aria-expanded={row.id === open.key}
                          onClick={() => open.onOpen(row.id)}
                          className="cursor-pointer text-start align-middle font-600 after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-focus"
                        >
                          {shown}
                        </button>
                      ) : at === 0 ? (
                        <span tabIndex={-1} data-row={row.id}>
                          {shown}
                        </span>
                      ) : (
                        shown
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
        {!list.isLoading && !list.error && list.rows.length === 0 && (
          <Empty
            icon={isFiltered ? 'magnifying-glass' : 'check-circle-fill'}
            title={list.hasMore ? t('list.empty.soFar') : isFiltered ? t('list.empty.filtered') : empty.title}
            text={list.hasMore ? t('list.empty.soFarText') : isFiltered ? undefined : empty.text}
            action={
              isFiltered &&
              onClearFilters && (
                <Button kind="secondary" size="s" onClick={onClearFilters}>
                  {t('list.empty.clear')}
                </Button>
              )
            }
          />
        )}
      </div>
      <ListFoot list={list} />
    </section>
  )
}

/** Makes the list focusable if nothing in it is, so that a wide empty list can be scrolled by keyboard. */
const scrolledByKeys = (title: string) => ({ role: 'group', 'aria-label': title, tabIndex: 0 })

/**
 * Moves to the next row across all lists of the page; the first one handles the keys. If a row is open, the next one
 * replaces it.
 */
function step(place: HTMLElement | null, by: 1 | -1): void {
  if (place !== document.querySelector('[data-list]')) return
  const rows = [...document.querySelectorAll<HTMLElement>('[data-list] [data-row]')]
  const open = rows.findIndex((row) => row.ariaExpanded === 'true')
  const focused = rows.findIndex((row) => row.closest('tr')?.contains(document.activeElement))
  const at = focused === -1 ? open : focused
  const next = rows[at === -1 ? (by === 1 ? 0 : rows.length - 1) : at + by]
  if (!next) return
  next.focus()
  next.scrollIntoView({ block: 'nearest' })
  if (open !== -1) next.click()
}

/** The checkbox of a row that can be decided together with others. */
const markOf = ({ marked, canMark, onMark }: Marking, key: string, t: typeof text) => (
  <Checkbox
    checked={marked.has(key)}
    disabled={!canMark(key)}
    onChange={({ target }) => onMark(key, target.checked)}
  >
    <span className="sr-only">{t('list.mark.row', { row: key })}</span>
  </Checkbox>
)

function WaitingRows({ columns }: { columns: number }) {
  const bar = <div className="wait h-12 w-80 rounded-6 bg-surface-3" />
  return [...Array(8).keys()].map((row) => (
    <tr key={row} aria-hidden="true" className="border-b border-line last:border-0">
      {[...Array(columns).keys()].map((column) => (
        <td key={column} className="h-44 px-10">
          {bar}
        </td>
      ))}
    </tr>
  ))
}

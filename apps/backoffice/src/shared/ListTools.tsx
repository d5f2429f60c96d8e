import { Button, Checkbox, Icon } from '@palpite/ui'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { useAddress } from './address.ts'
import { csvOf, saveFile } from './csv.ts'
import type { ListColumn } from './list-column.tsx'
import { ApiError } from './api.ts'
import { wordsOf } from './failure.ts'
import { say } from './notices.ts'
import { SavedFilters } from './SavedFilters.tsx'
import { useText } from './text.ts'

type Props<Row> = {
  title: string
  /** Its name in the address, on pages with several lists. */
  name: string | undefined
  columns: readonly ListColumn<Row>[]
  /** Whether there is anything to export, and all rows, also unloaded ones. */
  isEmpty: boolean
  readAll: () => Promise<readonly Row[]>
  hidden: ReadonlySet<string>
  /** The address parameter of hidden columns. */
  hiddenIn: string
  filters: ReactNode
}

/** Above a list: filters, column selection, and export of all rows. */
export function ListTools<Row>({
  title,
  name,
  columns,
  isEmpty,
  readAll,
  hidden,
  hiddenIn,
  filters,
}: Props<Row>) {
  const t = useText()
  const address = useAddress()
  const id = useId()
  const written = columns.flatMap(({ head, csv }) => (csv ? [{ head, csv }] : []))

  const saving = useMutation<readonly Row[], Error>({
    mutationFn: readAll,
    onSuccess: (rows) => {
      const head = written.map((column) => t(column.head))
      const cells = rows.map((row) => written.map(({ csv }) => csv(row)))
      saveFile(`${title}.csv`, csvOf(head, cells))
    },
    onError: (error) =>
      say(error instanceof ApiError ? wordsOf(error, t) : t('failure.unknown.text'), 'failed'),
  })
  const show = (column: string, isShown: boolean) => {
    const next = new Set(hidden)
    if (isShown) next.delete(column)
    else next.add(column)
    address.set({ [hiddenIn]: [...next].join('.') })
  }

  return (
    <div className="flex flex-wrap items-end gap-8">
      <div className="flex min-w-0 flex-1 flex-wrap items-end gap-8 max-desk:basis-full">{filters}</div>
      <SavedFilters name={name} />
      <Button kind="outline" size="s" popoverTarget={id}>
        <Icon name="columns" className="size-16" />
        {t('list.columns.button')}
      </Button>
      <div
        id={id}
        popover="auto"
        className="columns-menu hairline rounded-14 bg-surface-1 p-12 text-13 text-text shadow-2"
      >
        <p className="mb-8 text-12 font-600 text-text-2">{t('list.columns.title')}</p>
        {columns.slice(1).map((column) => (
          <Checkbox
            key={column.id}
            checked={!hidden.has(column.id)}
            onChange={({ target }) => show(column.id, target.checked)}
          >
            {t(column.head)}
          </Checkbox>
        ))}
      </div>
      {written.length > 0 && (
        <Button
          kind="outline"
          size="s"
          busy={saving.isPending}
          disabled={isEmpty}
          onClick={() => saving.mutate()}
        >
          <Icon name="download-simple" className="size-16" />
          {t('list.file.button')}
        </Button>
      )}
    </div>
  )
}

import { Button } from '@palpite/ui'
import { useState } from 'react'
import type { CallInput } from '../../shared/api.ts'
import type { Paged } from '../../shared/ask-again.ts'
import { DataList } from '../../shared/DataList.tsx'
import type { ListColumn } from '../../shared/list-column.tsx'
import { say } from '../../shared/notices.ts'
import { useShortcuts } from '../../shared/shortcuts.ts'
import { useText } from '../../shared/text.ts'
import { SuspendDialog } from './SuspendDialog.tsx'
import { type Change, chosenRows, focusedRow } from './traded.ts'

type Body = CallInput<'POST /api/backoffice/trading/suspend'>['body']

type Props<Row> = {
  title: string
  columns: readonly ListColumn<Row>[]
  list: Paged<Row>
  keyOf: (row: Row) => string
  /** Without it a row is marked when opened. */
  onOpen?: (key: string) => void
  bodyOf: (keys: readonly string[]) => Pick<Body, 'fixtureIds' | 'marketIds'>
  empty: string
}

/** Rows that are suspended and reopened together: `x` marks the focused one, `s` suspends, `r` reopens. */
export function SuspendList<Row extends object>(props: Props<Row>) {
  const { title, columns, list, keyOf, onOpen, bodyOf, empty } = props
  const t = useText()
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const [change, setChange] = useState<Change | undefined>(undefined)
  const mark = (key: string) =>
    setMarked((now) => new Set(now.has(key) ? [...now].filter((one) => one !== key) : [...now, key]))
  const ask = (isSuspended: boolean) => {
    const keys = chosenRows(marked, focusedRow())
    if (keys.length === 0) return say(t('trading.none.chosen'), 'failed')
    setChange({ keys, isSuspended })
  }
  const markFocused = () => {
    const key = focusedRow()
    if (key !== undefined) mark(key)
  }
  useShortcuts({ s: () => ask(true), r: () => ask(false), x: markFocused })
  return (
    <>
      <DataList
        title={title}
        columns={columns}
        list={list}
        keyOf={keyOf}
        open={{ key: '', onOpen: onOpen ?? mark }}
        marking={{ marked, onMark: mark, canMark: () => true }}
        empty={{ title: empty }}
        filters={
          <>
            <Button kind="danger" size="s" onClick={() => ask(true)}>
              {t('trading.suspend.button')}
              <kbd aria-hidden="true">s</kbd>
            </Button>
            <Button kind="outline" size="s" onClick={() => ask(false)}>
              {t('trading.reopen.button')}
              <kbd aria-hidden="true">r</kbd>
            </Button>
          </>
        }
      />
      {change && (
        <SuspendDialog
          isSuspended={change.isSuspended}
          count={change.keys.length}
          body={bodyOf(change.keys)}
          onClose={() => setChange(undefined)}
          onDone={() => {
            setChange(undefined)
            setMarked(new Set())
          }}
        />
      )}
    </>
  )
}

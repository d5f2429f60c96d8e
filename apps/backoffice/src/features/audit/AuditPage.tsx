import { Button, TextInput } from '@palpite/ui'
import { type FormEvent, useMemo, useState } from 'react'
import { useAddress } from '../../shared/address.ts'
import type { DataOf } from '../../shared/api.ts'
import { usePages } from '../../shared/ask-again.ts'
import { actName, actorName } from '../../shared/audit-words.ts'
import { type ListColumn, momentColumn, wordColumn } from '../../shared/list-column.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { Drawer } from '../../shared/Drawer.tsx'
import { Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { useText } from '../../shared/text.ts'

type Row = DataOf<'GET /api/backoffice/audit'>['items'][number]

const filterNames = ['assunto', 'operador', 'acao'] as const

/** Searches the audit chain by operator, act and player. */
export function AuditPage() {
  const t = useText()
  const address = useAddress()
  const [subject, operatorId, action] = filterNames.map((name) => address.get(name))
  const list = usePages('GET /api/backoffice/audit', {
    subject: subject || undefined,
    operatorId: operatorId || undefined,
    action: action || undefined,
  })
  return (
    <ListPage
      title={t('nav.audit.name')}
      note={t('audit.page.note')}
      columns={useColumns()}
      list={list}
      keyOf={({ id }) => String(id)}
      drawer={({ row, close }) => row && <RowDrawer row={row} onClose={close} />}
      empty={{ title: t('audit.list.empty') }}
      filteredBy={filterNames}
      filters={<Filters key={filterNames.map((name) => address.get(name)).join(' ')} />}
    />
  )
}

function Filters() {
  const t = useText()
  const address = useAddress()
  const [values, setValues] = useState(() =>
    Object.fromEntries(filterNames.map((name) => [name, address.get(name)])),
  )
  const labels = {
    assunto: t('audit.filter.subject'),
    operador: t('audit.filter.operator'),
    acao: t('audit.filter.action'),
  }
  const apply = (event: FormEvent) => {
    event.preventDefault()
    address.set({ ...values, aberto: '' })
  }
  return (
    <form onSubmit={apply} className="contents">
      {filterNames.map((name) => (
        <TextInput
          key={name}
          size="s"
          aria-label={labels[name]}
          placeholder={labels[name]}
          value={values[name] ?? ''}
          onChange={(event) => setValues({ ...values, [name]: event.target.value.trim() })}
          className="w-200"
        />
      ))}
      <Button submit kind="secondary" size="s" className="min-h-36">
        {t('list.filter.apply')}
      </Button>
    </form>
  )
}

function RowDrawer({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useText()
  const format = useFormat()
  return (
    <Drawer title={actName(t, row.action)} onClose={onClose}>
      <Facts
        facts={[
          [t('audit.column.id'), String(row.id)],
          [t('audit.column.action'), <code key="action">{row.action}</code>],
          [t('audit.column.at'), format.time(row.at)],
          [t('audit.column.actor'), actorName(t, row)],
          [t('audit.column.subject'), <code key="subject">{row.subject}</code>],
        ]}
      />
      <Facts
        title={t('audit.drawer.details')}
        facts={Object.entries(row.details).map(([name, value]) => [
          name,
          <code key={name}>{typeof value === 'string' ? value : JSON.stringify(value)}</code>,
        ])}
      />
      <Facts
        title={t('audit.drawer.chain')}
        facts={[
          [
            t('audit.drawer.hash'),
            <code key="hash" className="text-11">
              {row.hash}
            </code>,
          ],
          [
            t('audit.drawer.previous'),
            <code key="previous" className="text-11">
              {row.previousHash}
            </code>,
          ],
        ]}
      />
    </Drawer>
  )
}

function useColumns(): readonly ListColumn<Row>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'action',
        head: 'audit.column.action',
        cell: ({ action }) => actName(t, action),
        csv: ({ action }) => action,
      },
      wordColumn({ id: 'actor', head: 'audit.column.actor', of: (row) => actorName(t, row) }),
      {
        id: 'subject',
        head: 'audit.column.subject',
        cell: ({ subject }) => <code>{subject}</code>,
        csv: ({ subject }) => subject,
      },
      {
        id: 'reason',
        head: 'audit.column.reason',
        cell: ({ details }) => (
          <span className="block max-w-360 truncate">
            {typeof details['reason'] === 'string' ? details['reason'] : '–'}
          </span>
        ),
        csv: ({ details }) => JSON.stringify(details),
      },
      momentColumn({ id: 'at', head: 'audit.column.at', of: ({ at }) => at }, format.time),
      {
        id: 'id',
        head: 'audit.column.id',
        isFigure: true,
        cell: ({ id }) => String(id),
        csv: ({ id }) => String(id),
      },
    ],
    [t, format],
  )
}

import { Button } from '@palpite/ui'
import { useMemo } from 'react'
import { useAddress } from '../../shared/address.ts'
import { useAsked, wholeList } from '../../shared/ask-again.ts'
import { DataList } from '../../shared/DataList.tsx'
import { useFormat } from '../../shared/format.ts'
import { figureColumn, type ListColumn, momentColumn, wordColumn } from '../../shared/list-column.tsx'
import { useMay } from '../../shared/me.ts'
import { Page } from '../../shared/Page.tsx'
import { useText } from '../../shared/text.ts'
import type { CannedAnswer } from './canned-answer.ts'
import { CannedDrawer } from './CannedDrawer.tsx'
import { SupportTabs } from './SupportTabs.tsx'

/** The canned answers; who may keep them adds and changes them. */
export function CannedPage() {
  const t = useText()
  const address = useAddress()
  const mayManage = useMay('support.manage')
  const asked = useAsked('GET /api/backoffice/support/cannedAnswers', {})
  const isNew = mayManage && address.get('nova') !== ''
  const openKey = address.get('aberto')
  const open = asked.data?.find(({ cannedAnswerId }) => cannedAnswerId === openKey)
  const close = () => address.set({ aberto: '', nova: '' })
  return (
    <Page
      title={t('nav.support.name')}
      note={t('support.canned.note')}
      aside={
        mayManage && (
          <Button size="s" onClick={() => address.set({ nova: '1', aberto: '' })}>
            {t('support.canned.new')}
          </Button>
        )
      }
      drawer={
        isNew ? (
          <CannedDrawer key="new" current={undefined} onClose={close} />
        ) : (
          open && <CannedDrawer key={open.cannedAnswerId} current={open} onClose={close} />
        )
      }
    >
      <SupportTabs />
      <DataList
        title={t('support.canned.label')}
        columns={useColumns()}
        list={wholeList(asked)}
        keyOf={({ cannedAnswerId }) => cannedAnswerId}
        open={{ key: isNew ? '' : openKey, onOpen: (key) => address.set({ aberto: key, nova: '' }) }}
        empty={{ title: t('support.canned.empty'), text: t('support.canned.emptyText') }}
      />
    </Page>
  )
}

const MAX_SHOWN = 80

function useColumns(): readonly ListColumn<CannedAnswer>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      wordColumn({ id: 'name', head: 'support.canned.name', of: ({ name }) => name }),
      {
        id: 'text',
        head: 'support.canned.text',
        cell: ({ texts }) => {
          const text = texts['pt-BR'] ?? ''
          return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text
        },
        csv: ({ texts }) => texts['pt-BR'] ?? '',
      },
      figureColumn(
        {
          id: 'languages',
          head: 'support.canned.languages',
          of: ({ texts }) => Object.keys(texts).length,
        },
        format,
      ),
      momentColumn(
        { id: 'changed', head: 'support.canned.changedAt', of: ({ changedAt }) => changedAt },
        format.time,
      ),
      {
        id: 'by',
        head: 'support.canned.changedBy',
        cell: ({ changedBy }) => t('shell.operator.id', { id: changedBy }),
        csv: ({ changedBy }) => String(changedBy),
      },
    ],
    [t, format],
  )
}

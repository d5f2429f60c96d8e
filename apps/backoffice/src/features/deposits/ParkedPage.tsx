import { Button } from '@palpite/ui'
import { useMemo, useState } from 'react'
import { useAddress } from '../../shared/address.ts'
import { Answered } from '../../shared/Answered.tsx'
import { useAsked, useCommand, usePages } from '../../shared/ask-again.ts'
import { DataList } from '../../shared/DataList.tsx'
import { Drawer } from '../../shared/Drawer.tsx'
import { wordsOf } from '../../shared/failure.ts'
import { useFormat } from '../../shared/format.ts'
import type { ListColumn } from '../../shared/list-column.ts'
import { useMay } from '../../shared/me.ts'
import { say } from '../../shared/notices.ts'
import { Page } from '../../shared/Page.tsx'
import { newRequestId } from '../../shared/request-id.ts'
import { useText } from '../../shared/text.ts'
import type { Parked } from './bank-words.ts'
import { DepositTabs } from './DepositTabs.tsx'
import { WebhookBody, WebhookFacts } from './WebhookCard.tsx'

/** Webhooks that the server gave up handling, until an operator has them handled anew. */
export function ParkedPage() {
  const t = useText()
  const address = useAddress()
  const list = usePages('GET /api/backoffice/bank/webhooks/parked')
  const open = list.rows.find(({ id }) => String(id) === address.get('aberto'))
  const close = () => address.set({ aberto: '' })
  return (
    <Page
      title={t('nav.deposits.name')}
      note={t('bank.parked.note')}
      drawer={open && <ParkedDrawer key={open.id} webhook={open} onClose={close} />}
    >
      <DepositTabs />
      <DataList
        title={t('bank.tab.parked')}
        columns={useColumns()}
        list={list}
        keyOf={({ id }) => String(id)}
        open={{ key: open ? String(open.id) : '', onOpen: (key) => address.set({ aberto: key }) }}
        empty={{ title: t('bank.parked.empty'), text: t('bank.parked.emptyText') }}
      />
    </Page>
  )
}

function ParkedDrawer({ webhook, onClose }: { webhook: Parked; onClose: () => void }) {
  const t = useText()
  const mayAsk = useMay('bank.ask')
  const [isShown, setShown] = useState(false)
  return (
    <Drawer
      title={t('bank.webhook.title', { id: webhook.id })}
      onClose={onClose}
      footer={mayAsk && <Replay id={webhook.id} onDone={onClose} />}
    >
      <WebhookFacts webhook={webhook} />
      {isShown ? (
        <Body id={webhook.id} />
      ) : (
        <Button kind="outline" size="s" onClick={() => setShown(true)}>
          {t('bank.webhook.show')}
        </Button>
      )}
    </Drawer>
  )
}

/** Its words, asked for once: each look is audited. */
function Body({ id }: { id: number }) {
  const params = { webhookId: String(id) }
  const asked = useAsked('GET /api/backoffice/bank/webhooks/:webhookId', { params }, { everyMs: false })
  return (
    <Answered asked={asked} skeleton="h-160">
      {(webhook) => <WebhookBody {...webhook} />}
    </Answered>
  )
}

function Replay({ id, onDone }: { id: number; onDone: () => void }) {
  const t = useText()
  const [requestId] = useState(newRequestId)
  const command = useCommand('POST /api/backoffice/bank/webhooks/:webhookId/replay')
  const replay = () =>
    command.mutate(
      { params: { webhookId: String(id) }, body: { requestId } },
      {
        onSuccess: ({ state }) => {
          say(t(state === 'replayed' ? 'bank.webhook.replayed' : 'bank.webhook.notParked'))
          onDone()
        },
        onError: (error) => say(wordsOf(error, t), 'failed'),
      },
    )
  return (
    <Button kind="primary" size="s" block busy={command.isPending} onClick={replay}>
      {t('bank.webhook.handle')}
    </Button>
  )
}

function useColumns(): readonly ListColumn<Parked>[] {
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'about',
        head: 'bank.webhook.about',
        cell: ({ id, about }) => about.join(' ') || `#${id}`,
        csv: ({ about }) => about.join(' '),
      },
      {
        id: 'provider',
        head: 'bank.fact.provider',
        cell: ({ provider }) => provider,
        csv: ({ provider }) => provider,
      },
      {
        id: 'why',
        head: 'bank.webhook.why',
        cell: ({ why }) => <span className="block max-w-440 truncate">{why}</span>,
        csv: ({ why }) => why,
      },
      {
        id: 'attempts',
        head: 'bank.webhook.attempts',
        isFigure: true,
        cell: ({ attempts }) => format.number(attempts),
        csv: ({ attempts }) => String(attempts),
      },
      {
        id: 'replays',
        head: 'bank.webhook.replays',
        isFigure: true,
        cell: ({ replays }) => format.number(replays),
        csv: ({ replays }) => String(replays),
      },
      {
        id: 'receivedAt',
        head: 'bank.webhook.received',
        cell: ({ receivedAt }) => format.time(receivedAt),
        csv: ({ receivedAt }) => receivedAt,
      },
    ],
    [format],
  )
}

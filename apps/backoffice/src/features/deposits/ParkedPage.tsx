import { Button } from '@palpite/ui'
import { useMemo, useState } from 'react'
import { Answered } from '../../shared/Answered.tsx'
import { useAsked, useCommand, usePages } from '../../shared/ask-again.ts'
import { Drawer } from '../../shared/Drawer.tsx'
import { wordsOf } from '../../shared/failure.ts'
import { useFormat } from '../../shared/format.ts'
import { figureColumn, type ListColumn, momentColumn, wordColumn } from '../../shared/list-column.tsx'
import { ListPage } from '../../shared/ListPage.tsx'
import { useMay } from '../../shared/me.ts'
import { say } from '../../shared/notices.ts'
import { newRequestId } from '../../shared/request-id.ts'
import { useText } from '../../shared/text.ts'
import type { Parked } from './bank-words.ts'
import { DepositTabs } from './DepositTabs.tsx'
import { WebhookBody, WebhookFacts } from './WebhookCard.tsx'

/** Webhooks the server gave up on, until an operator retries them. */
export function ParkedPage() {
  const t = useText()
  return (
    <ListPage
      title={t('nav.deposits.name')}
      note={t('bank.parked.note')}
      listTitle={t('bank.tab.parked')}
      tabs={<DepositTabs />}
      columns={useColumns()}
      list={usePages('GET /api/backoffice/bank/webhooks/parked')}
      keyOf={({ id }) => String(id)}
      drawer={({ row, close }) => row && <ParkedDrawer key={row.id} webhook={row} onClose={close} />}
      empty={{ title: t('bank.parked.empty'), text: t('bank.parked.emptyText') }}
    />
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

/** Its body, loaded once: each view is audited. */
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
      wordColumn({ id: 'provider', head: 'bank.fact.provider', of: ({ provider }) => provider }),
      {
        id: 'why',
        head: 'bank.webhook.why',
        cell: ({ why }) => <span className="block max-w-440 truncate">{why}</span>,
        csv: ({ why }) => why,
      },
      figureColumn({ id: 'attempts', head: 'bank.webhook.attempts', of: ({ attempts }) => attempts }, format),
      figureColumn({ id: 'replays', head: 'bank.webhook.replays', of: ({ replays }) => replays }, format),
      momentColumn(
        { id: 'receivedAt', head: 'bank.webhook.received', of: ({ receivedAt }) => receivedAt },
        format.time,
      ),
    ],
    [format],
  )
}

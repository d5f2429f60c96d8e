import { Button, Empty, Icon, StatusTag, TextInput } from '@palpite/ui'
import { type FormEvent, useState } from 'react'
import { useAddress } from '../../shared/address.ts'
import { Answered } from '../../shared/Answered.tsx'
import { useAsked, useCommand } from '../../shared/ask-again.ts'
import { wordsOf } from '../../shared/failure.ts'
import { Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { useMay } from '../../shared/me.ts'
import { say } from '../../shared/notices.ts'
import { Page } from '../../shared/Page.tsx'
import { PlayerLink } from '../../shared/PlayerLink.tsx'
import { newRequestId } from '../../shared/request-id.ts'
import { parseSearch } from '../../shared/search.ts'
import { useText } from '../../shared/text.ts'
import { type BankOrder, bankAnswerWords, orderStates, paymentStates, toneOf } from './bank-words.ts'
import { DepositTabs } from './DepositTabs.tsx'
import { GiveBackPayments } from './GiveBackPayments.tsx'
import { outcomesOf, SettlePayout } from './SettlePayout.tsx'
import { WebhookCard } from './WebhookCard.tsx'

/** A top-up or withdrawal by id, with every bank message. Loaded once: each view is audited. */
export function OrderPage() {
  const t = useText()
  const address = useAddress()
  const sought = parseSearch(address.get('busca'))
  const orderId = sought?.kind === 'order' ? sought.id : ''
  const asked = useAsked(
    'GET /api/backoffice/bank/orders/:orderId',
    { params: { orderId } },
    { isWanted: orderId !== '', everyMs: false },
  )
  return (
    <Page title={t('nav.deposits.name')} note={t('bank.order.note')}>
      <DepositTabs />
      <OrderSearch key={orderId} orderId={orderId} />
      {orderId === '' ? (
        <Empty icon="magnifying-glass" title={t('bank.unasked.title')} text={t('bank.unasked.text')} />
      ) : (
        <Answered asked={asked} skeleton="h-320">
          {(order) => <Found order={order} />}
        </Answered>
      )}
    </Page>
  )
}

function OrderSearch({ orderId }: { orderId: string }) {
  const t = useText()
  const address = useAddress()
  const [words, setWords] = useState(orderId)
  const find = (event: FormEvent) => {
    event.preventDefault()
    const sought = parseSearch(words)
    if (sought?.kind !== 'order') return say(t('bank.unasked.text'), 'failed')
    address.set({ busca: sought.id })
  }
  return (
    <form onSubmit={find} className="mb-16 flex max-w-560 gap-8">
      <TextInput
        size="s"
        className="flex-1"
        aria-label={t('bank.search.label')}
        placeholder={t('bank.search.label')}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        before={<Icon name="magnifying-glass" className="size-18 text-text-3" />}
      />
      <Button submit kind="secondary" size="s">
        {t('bank.search.button')}
      </Button>
    </form>
  )
}

function Found({ order }: { order: BankOrder }) {
  const t = useText()
  const mayAsk = useMay('bank.ask')
  const maySettle = useMay('books.settle')
  const mayGiveBack = useMay('topups.giveBack')
  const isPaid = order.kind === 'topup' && order.rail === 'pix' && order.payments.length > 0
  const outcomes = outcomesOf(order)
  return (
    <div className="grid items-start gap-20 office:grid-cols-2">
      <section aria-labelledby="order">
        <h2 id="order" className="mb-8 text-16 font-700">
          {t(order.kind === 'topup' ? 'bank.kind.topup' : 'bank.kind.withdrawal')}
        </h2>
        <div className="hairline grid gap-16 rounded-14 bg-surface-1 p-16">
          <OrderFacts order={order} />
          {order.kind === 'topup' && <Payments payments={order.payments} />}
          {mayAsk && order.rail === 'pix' && <AskAgain key={order.orderId} orderId={order.orderId} />}
          {mayGiveBack && isPaid && <GiveBackPayments key={order.orderId} orderId={order.orderId} />}
          {maySettle && outcomes && (
            <SettlePayout
              key={`${order.orderId} ${order.state}`}
              orderId={order.orderId}
              outcomes={outcomes}
            />
          )}
        </div>
      </section>
      <section aria-label={t('bank.part.webhooks')}>
        <h2 className="mb-8 text-16 font-700">{t('bank.part.webhooks')}</h2>
        {order.webhooks.length === 0 ? (
          <Empty icon="bank" title={t('bank.webhooks.none')} text={t('bank.webhooks.noneText')} />
        ) : (
          <ol className="grid gap-12">
            {order.webhooks.map((webhook) => (
              <WebhookCard key={webhook.id} webhook={webhook} />
            ))}
          </ol>
        )}
        {order.isMore && <p className="mt-8 text-13 text-text-2">{t('bank.webhooks.more')}</p>}
      </section>
    </div>
  )
}

function OrderFacts({ order }: { order: BankOrder }) {
  const t = useText()
  const format = useFormat()
  return (
    <Facts
      facts={[
        [t('bank.fact.order'), <code key="order">{order.orderId}</code>],
        [t('bank.fact.kind'), t(order.kind === 'topup' ? 'bank.kind.topup' : 'bank.kind.withdrawal')],
        [
          t('list.column.state'),
          <StatusTag key="state" tone={toneOf(order.state)}>
            {t(orderStates[order.state])}
          </StatusTag>,
        ],
        [t('list.column.player'), <PlayerLink key="player" playerId={order.playerId} />],
        [t('bank.fact.amount'), format.money(order.amountCents)],
        [t('bank.fact.provider'), order.provider ?? '–'],
        [t('bank.fact.ref'), <code key="ref">{order.providerRef ?? '–'}</code>],
        [t('bank.fact.created'), format.time(order.createdAt)],
        [t('bank.fact.ended'), order.endedAt === null ? '–' : format.time(order.endedAt)],
        [t('bank.fact.asks'), order.asksAt === null ? '–' : format.time(order.asksAt)],
        ...(order.why === '' ? [] : [[t('bank.fact.why'), order.why] as const]),
      ]}
    />
  )
}

function Payments({ payments }: Pick<BankOrder, 'payments'>) {
  const t = useText()
  const format = useFormat()
  return (
    <div>
      <h3 className="mb-6 text-13 font-700">{t('bank.part.payments')}</h3>
      {payments.length === 0 && <p className="text-13 text-text-2">{t('bank.payments.none')}</p>}
      <ol className="grid gap-8">
        {payments.map((payment) => (
          <li key={payment.providerRef} className="grid gap-2 text-13">
            <p className="flex justify-between gap-8">
              <span className="font-600">
                {t('bank.payments.line', {
                  amount: format.money(payment.amountCents),
                  at: format.time(payment.paidAt),
                })}
              </span>
              <span>{t(paymentStates[payment.state])}</span>
            </p>
            <p className="flex flex-wrap gap-8 text-12 text-text-2">
              <code>{payment.providerRef}</code>
              {payment.bonusCents > 0 && (
                <span>{t('bank.payments.bonus', { amount: format.money(payment.bonusCents) })}</span>
              )}
              {payment.reversedCents > 0 && (
                <span>{t('bank.payments.reversed', { amount: format.money(payment.reversedCents) })}</span>
              )}
            </p>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** Queries the bank again; its answer is shown below and in the reloaded data. */
function AskAgain({ orderId }: { orderId: string }) {
  const t = useText()
  const command = useCommand('POST /api/backoffice/bank/orders/:orderId/ask')
  const askAgain = () =>
    command.mutate(
      { params: { orderId }, body: { requestId: newRequestId() } },
      {
        onSuccess: ({ heard }) => say(t(bankAnswerWords[heard])),
        onError: (error) => say(wordsOf(error, t), 'failed'),
      },
    )
  return (
    <div className="grid gap-6">
      <Button kind="primary" size="s" block busy={command.isPending} onClick={askAgain}>
        <Icon name="arrow-clockwise" className="size-16" />
        {t('bank.ask.button')}
      </Button>
      <p className="text-12 text-text-2">
        {command.data ? t(bankAnswerWords[command.data.heard]) : t('bank.ask.hint')}
      </p>
    </div>
  )
}

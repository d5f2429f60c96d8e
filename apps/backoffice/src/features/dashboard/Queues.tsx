import { Icon, Skeleton, StatusTag } from '@palpite/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { ApiError } from '../../shared/api.ts'
import { useAsked } from '../../shared/ask-again.ts'
import { wordsOf } from '../../shared/failure.ts'
import { useFormat } from '../../shared/format.ts'
import { useMay } from '../../shared/me.ts'
import { useText } from '../../shared/text.ts'
import { type Queue, queueOf, urgencyOf } from './queues.ts'

/** The operator's queues. Viewing these lists is not audited, so they are polled. */
export function Queues() {
  const t = useText()
  const may = {
    referrals: useMay('bets.review'),
    withdrawals: useMay('withdrawals.review'),
    support: useMay('support.answer'),
    results: useMay('markets.settle'),
    settings: useMay('settings.read'),
    feeds: useMay('feeds.read'),
    books: useMay('books.read'),
    documents: useMay('identities.check'),
    harm: useMay('harm.decide'),
    held: useMay('rewards.decide'),
  }
  return (
    <section
      aria-label={t('dashboard.queues.label')}
      className="grid grid-cols-[repeat(auto-fill,minmax(2.4rem,1fr))] gap-12"
    >
      {may.referrals && <Referrals />}
      {may.withdrawals && <Withdrawals />}
      {may.support && <Support />}
      {may.results && <Markets />}
      {may.feeds && <Fixtures />}
      {may.settings && <Settings />}
      {may.documents && <Documents />}
      {may.harm && <Cases />}
      {may.held && <Held />}
      {may.books && <Webhooks />}
      {may.books && <Exceptions />}
    </section>
  )
}

/** Players wait for an answer within a minute or two. */
const REFERRALS_EVERY_MS = 5000

function Referrals() {
  const t = useText()
  const asked = useAsked(
    'GET /api/backoffice/bets/referrals',
    { query: { status: 'waiting' } },
    { everyMs: REFERRALS_EVERY_MS },
  )
  const read = (data: NonNullable<typeof asked.data>) => queueOf(data, ({ askedAt }) => askedAt)
  return (
    <Card
      name={t('dashboard.queue.referrals')}
      href="/marcadas/pedidos"
      patienceHours={1 / 60}
      asked={asked}
      read={read}
    />
  )
}

function Withdrawals() {
  const t = useText()
  const asked = useAsked('GET /api/backoffice/withdrawals/underWay', { query: {} })
  const read = (data: NonNullable<typeof asked.data>) =>
    queueOf(
      { ...data, items: data.items.filter(({ state }) => state === 'review') },
      ({ requestedAt }) => requestedAt,
    )
  return (
    <Card
      name={t('dashboard.queue.withdrawals')}
      href="/saques"
      patienceHours={4}
      asked={asked}
      read={read}
    />
  )
}

function Support() {
  const t = useText()
  const asked = useAsked('GET /api/backoffice/support/threads', { query: { status: 'waiting' } })
  const read = (data: NonNullable<typeof asked.data>) => queueOf(data, ({ waitsSince }) => waitsSince)
  return (
    <Card
      name={t('dashboard.queue.support')}
      href="/atendimento"
      patienceHours={1}
      asked={asked}
      read={read}
    />
  )
}

function Markets() {
  const t = useText()
  const asked = useAsked('GET /api/backoffice/markets/waiting', { query: {} })
  const read = (data: NonNullable<typeof asked.data>) => queueOf(data, ({ proposedAt }) => proposedAt)
  return (
    <Card
      name={t('dashboard.queue.results')}
      href="/resultados"
      patienceHours={6}
      asked={asked}
      read={read}
    />
  )
}

function Fixtures() {
  const t = useText()
  const asked = useAsked('GET /api/backoffice/feeds/waiting', { query: {} })
  const read = (data: NonNullable<typeof asked.data>) =>
    queueOf({ items: data, nextCursor: null }, ({ startsAt }) => startsAt)
  return (
    <Card name={t('dashboard.queue.fixtures')} href="/partidas" patienceHours={6} asked={asked} read={read} />
  )
}

function Settings() {
  const t = useText()
  const asked = useAsked('GET /api/backoffice/settings', {})
  const read = (data: NonNullable<typeof asked.data>): Queue => ({
    count: data.reduce((sum, { open }) => sum + open, 0),
    isMore: false,
    oldestAt: undefined,
  })
  return (
    <Card name={t('dashboard.queue.settings')} href="/ajustes" patienceHours={24} asked={asked} read={read} />
  )
}

function Documents() {
  const t = useText()
  const asked = useAsked('GET /api/backoffice/documents/checks', { query: { status: 'open' } })
  const read = (data: NonNullable<typeof asked.data>) => queueOf(data, ({ sentAt }) => sentAt)
  return (
    <Card
      name={t('dashboard.queue.documents')}
      href="/documentos"
      patienceHours={4}
      asked={asked}
      read={read}
    />
  )
}

/** Cases in which a person has to talk to the player. */
function Cases() {
  const t = useText()
  const asked = useAsked('GET /api/backoffice/harm/cases', { query: { status: 'open' } })
  const read = (data: NonNullable<typeof asked.data>) =>
    queueOf(
      { ...data, items: data.items.filter(({ grade, contactedAt }) => grade === 5 && contactedAt === null) },
      ({ openedAt }) => openedAt,
    )
  return (
    <Card name={t('dashboard.queue.cases')} href="/protecao" patienceHours={24} asked={asked} read={read} />
  )
}

function Held() {
  const t = useText()
  const asked = useAsked('GET /api/backoffice/commission/held', { query: {} })
  const read = (data: NonNullable<typeof asked.data>) => queueOf(data, ({ since }) => since)
  return (
    <Card name={t('dashboard.queue.held')} href="/convites" patienceHours={72} asked={asked} read={read} />
  )
}

function Webhooks() {
  const t = useText()
  const asked = useAsked('GET /api/backoffice/bank/webhooks/parked', { query: {} })
  const read = (data: NonNullable<typeof asked.data>) => queueOf(data, ({ receivedAt }) => receivedAt)
  return (
    <Card
      name={t('dashboard.queue.webhooks')}
      href="/depositos/avisos"
      patienceHours={4}
      asked={asked}
      read={read}
    />
  )
}

function Exceptions() {
  const t = useText()
  const asked = useAsked('GET /api/backoffice/books/exceptions', { query: {} })
  const read = (data: NonNullable<typeof asked.data>) => queueOf(data, ({ openedAt }) => openedAt)
  return (
    <Card
      name={t('dashboard.queue.exceptions')}
      href="/livros/diferencas"
      patienceHours={24}
      asked={asked}
      read={read}
    />
  )
}

type CardProps<Data> = {
  name: string
  /** Its list. */
  href: string
  patienceHours: number
  asked: UseQueryResult<Data, ApiError>
  read: (data: Data) => Queue
}

const tones = { none: 'win', waits: 'info', late: 'loss' } as const

function Card<Data>({ name, href, patienceHours, asked, read }: CardProps<Data>) {
  const t = useText()
  const format = useFormat()
  const queue = asked.data === undefined ? undefined : read(asked.data)
  const urgency = queue && urgencyOf(queue, asked.dataUpdatedAt, patienceHours)
  return (
    <article className="hairline relative grid min-h-120 content-between gap-8 rounded-14 bg-surface-1 p-16 has-[a:hover]:bg-surface-2">
      <h2 className="text-13 font-600 text-text-2">
        <Link
          href={href}
          className="flex items-center justify-between gap-8 after:absolute after:inset-0 after:rounded-14"
        >
          {name}
          <Icon name="arrow-right" className="size-16" />
        </Link>
      </h2>
      {asked.error && <p className="text-13 text-loss">{wordsOf(asked.error, t)}</p>}
      {!queue && !asked.error && <Skeleton className="h-40 w-80" />}
      {queue && urgency && (
        <div className="flex items-end justify-between gap-8">
          <p className="text-32 font-700 tracking-tight">
            {format.number(queue.count)}
            {queue.isMore && '+'}
          </p>
          <StatusTag tone={tones[urgency]}>
            {urgency === 'none'
              ? t('dashboard.queue.clear')
              : queue.oldestAt === undefined
                ? t('dashboard.queue.waits')
                : t('dashboard.queue.oldest', { age: format.age(queue.oldestAt) })}
          </StatusTag>
        </div>
      )}
    </article>
  )
}

import { StatusTag } from '@palpite/ui'
import type { ReactNode } from 'react'
import { type Fact, Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { useMay } from '../../shared/me.ts'
import { useText } from '../../shared/text.ts'
import { type Parked, type Webhook, webhookStates } from './bank-words.ts'

type Reported = Omit<Webhook, 'body' | 'isCut'>

/** A webhook's metadata: arrival, signature, outcome. */
export function WebhookFacts({ webhook }: { webhook: Reported | Parked }) {
  const t = useText()
  const format = useFormat()
  const { tone, name } = webhookStates[webhook.state]
  const more: readonly Fact[] = 'about' in webhook ? aboutOf(webhook, t) : []
  return (
    <Facts
      facts={[
        [
          t('list.column.state'),
          <StatusTag key="state" tone={tone}>
            {t(name)}
          </StatusTag>,
        ],
        [t('bank.fact.provider'), webhook.provider],
        ...more,
        [t('bank.webhook.received'), format.time(webhook.receivedAt)],
        [t('bank.webhook.sent'), format.time(webhook.sentAt)],
        [t('bank.webhook.signature'), t('bank.webhook.signed')],
        [t('bank.webhook.copies'), format.number(webhook.copies)],
        [t('bank.webhook.attempts'), format.number(webhook.attempts)],
        [t('bank.webhook.replays'), format.number(webhook.replays)],
        [t('bank.webhook.outcome'), <code key="outcome">{webhook.outcome || '–'}</code>],
        [t('bank.webhook.handled'), webhook.handledAt === null ? '–' : format.time(webhook.handledAt)],
      ]}
    />
  )
}

const aboutOf = ({ about, why }: Parked, t: ReturnType<typeof useText>): readonly Fact[] => [
  [t('bank.webhook.about'), <code key="about">{about.join(' ') || '–'}</code>],
  [t('bank.webhook.why'), why || '–'],
]

/** A webhook's exact body. */
export function WebhookBody({ body, isCut }: Pick<Webhook, 'body' | 'isCut'>) {
  const t = useText()
  const seesPersons = useMay('players.correct')
  return (
    <figure>
      <figcaption className="mb-6 text-12 font-600 text-text-2">{t('bank.webhook.body')}</figcaption>
      <pre className="hairline rounded-11 bg-surface-2 p-12 text-12 wrap-anywhere whitespace-pre-wrap">
        {body}
      </pre>
      {isCut && <Note>{t('bank.webhook.cut')}</Note>}
      {!seesPersons && <Note>{t('bank.webhook.masked')}</Note>}
    </figure>
  )
}

const Note = ({ children }: { children: ReactNode }) => <p className="mt-4 text-12 text-text-2">{children}</p>

/** A webhook with its body, among those of an order. */
export function WebhookCard({ webhook }: { webhook: Webhook }) {
  const t = useText()
  return (
    <li className="hairline grid gap-12 rounded-14 bg-surface-1 p-16">
      <h3 className="text-13 font-700">{t('bank.webhook.title', { id: webhook.id })}</h3>
      <WebhookFacts webhook={webhook} />
      <WebhookBody {...webhook} />
    </li>
  )
}

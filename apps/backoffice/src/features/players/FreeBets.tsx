import { Empty, ErrorCard, Skeleton, StatusTag, type Tone } from '@palpite/ui'
import type { DataOf } from '../../shared/api.ts'
import { useAsked } from '../../shared/ask-again.ts'
import { wordsOf } from '../../shared/failure.ts'
import { useFormat } from '../../shared/format.ts'
import { type TextKey, useText } from '../../shared/text.ts'

type Status = DataOf<'GET /api/backoffice/players/:playerId/freeBets'>[number]['status']

const looks: Readonly<Record<Status, { tone: Tone; name: TextKey }>> = {
  open: { tone: 'info', name: 'players.freeBet.open' },
  used: { tone: 'win', name: 'players.freeBet.used' },
  revoked: { tone: 'loss', name: 'players.freeBet.revoked' },
  over: { tone: 'neutral', name: 'players.freeBet.over' },
}

/** A player's free bets and their use. */
export function FreeBets({ playerId }: { playerId: number }) {
  const t = useText()
  const format = useFormat()
  const asked = useAsked('GET /api/backoffice/players/:playerId/freeBets', {
    params: { playerId: String(playerId) },
  })
  if (asked.error)
    return (
      <ErrorCard
        title={t('list.failed.title')}
        text={wordsOf(asked.error, t)}
        retryLabel={t('list.failed.retry')}
        onRetry={() => void asked.refetch()}
      />
    )
  if (!asked.data) return <Skeleton className="h-160" />
  if (asked.data.length === 0) return <Empty inCard icon="gift-duotone" title={t('players.freeBet.none')} />
  return (
    <ol>
      {asked.data.map(({ freeBetId, stakeCents, endsAt, status }) => (
        <li
          key={freeBetId}
          className="flex items-center justify-between gap-12 border-b border-line py-8 text-13 last:border-0"
        >
          <span>
            <span className="block font-600">{format.money(stakeCents)}</span>
            <span className="text-12 text-text-2">
              {t('players.freeBet.until', { at: format.time(endsAt) })}
            </span>
          </span>
          <StatusTag tone={looks[status].tone}>{t(looks[status].name)}</StatusTag>
        </li>
      ))}
    </ol>
  )
}

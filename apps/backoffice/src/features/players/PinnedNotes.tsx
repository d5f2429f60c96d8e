import { Icon } from '@palpite/ui'
import { NotAnswered } from '../../shared/Answered.tsx'
import { useFormat } from '../../shared/format.ts'
import { useText } from '../../shared/text.ts'
import { usePlayerPages } from './use-player-pages.ts'

/**
 * The pinned notes, which every operator reads first. Renders nothing without any; a failed load is shown,
 * because there may be some.
 */
export function PinnedNotes({ playerId }: { playerId: number }) {
  const t = useText()
  const format = useFormat()
  const asked = usePlayerPages('GET /api/backoffice/players/:playerId/notes', playerId)
  const pinned = asked.data?.pages[0]?.pinned ?? []
  if (!asked.data) return <NotAnswered asked={asked} />
  if (pinned.length === 0) return null
  return (
    <section
      aria-label={t('players.notes.pinnedTitle')}
      className="grid gap-8 rounded-14 bg-brand-tint p-12 text-13"
    >
      {pinned.map(({ noteId, operatorId, text, writtenAt }) => (
        <div key={noteId} className="flex items-start gap-8">
          <Icon name="push-pin-fill" className="size-18 shrink-0 text-brand-text" />
          <div className="grid min-w-0 gap-2">
            <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
            <p className="text-12 text-text-2">
              {t('shell.operator.id', { id: operatorId })} · {format.time(writtenAt)}
            </p>
          </div>
        </div>
      ))}
    </section>
  )
}

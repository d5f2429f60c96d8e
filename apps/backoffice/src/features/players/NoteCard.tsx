import { Button, Icon } from '@palpite/ui'
import { useState } from 'react'
import type { DataOf } from '../../shared/api.ts'
import { useCommand } from '../../shared/ask-again.ts'
import { wordsOf } from '../../shared/failure.ts'
import { useFormat } from '../../shared/format.ts'
import { useMay, useMe } from '../../shared/me.ts'
import { say } from '../../shared/notices.ts'
import { ReasonedAct } from '../../shared/ReasonedAct.tsx'
import { useRequestId } from '../../shared/request-id.ts'
import { useText } from '../../shared/text.ts'

type Note = DataOf<'GET /api/backoffice/players/:playerId/notes'>['items'][number]
type Props = { note: Note; playerId: number }

/** One note with its author; pinned by any operator who may write notes, withdrawn by its author. */
export function NoteCard({ note, playerId }: Props) {
  const t = useText()
  const format = useFormat()
  const { operatorId } = useMe()
  const mayNote = useMay('players.note')
  const [isAsking, setAsking] = useState(false)
  const stands = note.withdrawnAt === null
  return (
    <article className="hairline grid gap-6 rounded-14 p-12 text-13">
      <p className="flex items-center gap-6 text-12 text-text-2">
        {note.pinnedAt !== null && <Icon name="push-pin-fill" className="size-14 text-brand-text" />}
        {note.pinnedAt !== null && <span className="font-600">{t('players.notes.pinned')} ·</span>}
        {t('shell.operator.id', { id: note.operatorId })} · {format.time(note.writtenAt)}
      </p>
      <p
        data-withdrawn={!stands || undefined}
        className="wrap-anywhere whitespace-pre-wrap data-withdrawn:text-text-2 data-withdrawn:line-through"
      >
        {note.text}
      </p>
      {note.withdrawnAt !== null && (
        <p className="text-12 text-text-2">
          {t('players.notes.withdrawnAt', {
            at: format.time(note.withdrawnAt),
            reason: note.withdrawReason ?? '',
          })}
        </p>
      )}
      {mayNote && stands && (
        <div className="flex flex-wrap gap-8">
          <PinButton note={note} playerId={playerId} />
          {note.operatorId === operatorId && !isAsking && (
            <Button kind="outline" size="s" onClick={() => setAsking(true)}>
              {t('players.notes.withdraw')}
            </Button>
          )}
        </div>
      )}
      {isAsking && stands && <Withdraw note={note} playerId={playerId} />}
    </article>
  )
}

function PinButton({ note: { noteId, pinnedAt }, playerId }: Props) {
  const t = useText()
  const isPinned = pinnedAt !== null
  const { requestId, next, after } = useRequestId(String(isPinned))
  const command = useCommand('POST /api/backoffice/players/:playerId/notes/:noteId/pin')
  const params = { playerId: String(playerId), noteId: String(noteId) }
  return (
    <Button
      kind="outline"
      size="s"
      busy={command.isPending}
      onClick={() =>
        command.mutate(
          { params, body: { requestId, isPinned: !isPinned } },
          {
            onSuccess: next,
            onError: (error) => {
              say(wordsOf(error, t), 'failed')
              after(error)
            },
          },
        )
      }
    >
      {t(isPinned ? 'players.notes.unpin' : 'players.notes.pin')}
    </Button>
  )
}

function Withdraw({ note: { noteId }, playerId }: Props) {
  const t = useText()
  const { requestId, after } = useRequestId()
  const command = useCommand('POST /api/backoffice/players/:playerId/notes/:noteId/withdraw')
  const params = { playerId: String(playerId), noteId: String(noteId) }
  return (
    <ReasonedAct
      hint={t('players.notes.withdrawHint')}
      button={t('players.notes.withdraw')}
      isBusy={command.isPending}
      send={(reason, { onSuccess, onError }) =>
        command.mutate(
          { params, body: { requestId, reason } },
          {
            onSuccess,
            onError: (error) => {
              after(error)
              onError(error)
            },
          },
        )
      }
      onDone={() => say(t('players.notes.withdrawDone'))}
    />
  )
}

import { Button, Empty, Skeleton } from '@palpite/ui'
import { type FormEvent, useState } from 'react'
import { NotAnswered } from '../../shared/Answered.tsx'
import { useCommand } from '../../shared/ask-again.ts'
import { wordsOf } from '../../shared/failure.ts'
import { useMay } from '../../shared/me.ts'
import { say } from '../../shared/notices.ts'
import { useRequestId } from '../../shared/request-id.ts'
import { TextArea } from '../../shared/TextArea.tsx'
import { useText } from '../../shared/text.ts'
import { NoteCard } from './NoteCard.tsx'
import { usePlayerPages } from './use-player-pages.ts'

/** Operators' notes about a player, newest first, and the form for another one. */
export function Notes({ playerId }: { playerId: number }) {
  const t = useText()
  const mayNote = useMay('players.note')
  const asked = usePlayerPages('GET /api/backoffice/players/:playerId/notes', playerId)
  const notes = asked.data?.pages.flatMap(({ items }) => items)
  return (
    <>
      {mayNote && <NoteForm playerId={playerId} />}
      {notes && <NotAnswered asked={asked} />} {/* if none are loaded, the pinned notes above show why */}
      {asked.isPending && (
        <div aria-busy="true">
          <Skeleton className="h-240" />
        </div>
      )}
      {notes?.length === 0 && <Empty inCard icon="push-pin" title={t('players.notes.none')} />}
      {notes && notes.length > 0 && (
        <ol aria-label={t('players.part.notes')} className="grid gap-10">
          {notes.map((note) => (
            <li key={note.noteId}>
              <NoteCard note={note} playerId={playerId} />
            </li>
          ))}
        </ol>
      )}
      {asked.hasNextPage && (
        <Button
          kind="outline"
          size="s"
          busy={asked.isFetchingNextPage}
          onClick={() => void asked.fetchNextPage()}
        >
          {t('list.foot.more')}
        </Button>
      )}
    </>
  )
}

/** The request id stays until a note is answered: sent again, the note is written once. */
function NoteForm({ playerId }: { playerId: number }) {
  const t = useText()
  const [words, setWords] = useState('')
  const { requestId, next, after } = useRequestId()
  const command = useCommand('POST /api/backoffice/players/:playerId/notes')
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (words.trim() === '' || command.isPending) return
    command.mutate(
      { params: { playerId: String(playerId) }, body: { requestId, text: words } },
      {
        onSuccess: () => {
          say(t('players.notes.done'))
          setWords('')
          next()
        },
        onError: (error) => {
          say(wordsOf(error, t), 'failed')
          after(error)
        },
      },
    )
  }
  return (
    <form onSubmit={send} className="grid gap-10">
      <TextArea
        label={t('players.notes.label')}
        hint={t('players.notes.hint')}
        rows={3}
        maxLength={2000}
        value={words}
        onChange={setWords}
      />
      <Button submit size="s" busy={command.isPending} disabled={words.trim() === ''}>
        {t('players.notes.button')}
      </Button>
    </form>
  )
}

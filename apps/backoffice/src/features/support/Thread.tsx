import { Button, cx, IconButton, Skeleton } from '@palpite/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { NotAnswered } from '../../shared/Answered.tsx'
import { type ApiError, ask, type DataOf } from '../../shared/api.ts'
import { useCommand } from '../../shared/ask-again.ts'
import { wordsOf } from '../../shared/failure.ts'
import { useFormat } from '../../shared/format.ts'
import { say } from '../../shared/notices.ts'
import { PlayerLink } from '../../shared/PlayerLink.tsx'
import { useText } from '../../shared/text.ts'
import { Answer } from './Answer.tsx'
import { Picture } from './Picture.tsx'

type Chat = DataOf<'GET /api/backoffice/support/threads/:threadId'>

type Props = {
  threadId: string
  /** From the inbox: the thread reloads only when it has a newer line. Each view is audited. */
  lastLineAt: string | undefined
  /** Back to the inbox, which the thread covers on a phone. */
  onLeave: () => void
}

/** A chat with its lines, the reply field, and the player beside it. */
export function Thread({ threadId, lastLineAt, onLeave }: Props) {
  const t = useText()
  const params = { threadId }
  const chat = useQuery<Chat, ApiError>({
    queryKey: ['thread', threadId, lastLineAt],
    queryFn: () => ask('GET /api/backoffice/support/threads/:threadId', { params, query: {} }),
    placeholderData: (before) => before,
    staleTime: Infinity,
  })
  const close = useCommand('POST /api/backoffice/support/threads/:threadId/close')
  if (chat.error)
    return (
      <div className="p-24">
        <NotAnswered asked={chat} />
      </div>
    )
  if (!chat.data) return <Skeleton className="m-24 h-240" />
  const { thread, lines, readUpTo } = chat.data
  return (
    <section
      aria-label={t('support.thread.label', { player: thread.playerId })}
      className="flex min-h-0 flex-col"
    >
      <header className="flex min-h-56 items-center gap-12 border-b border-line bg-surface-1 px-20 text-13">
        <span className="desk:hidden">
          <IconButton icon="caret-left-bold" label={t('support.list.back')} onClick={onLeave} />
        </span>
        <h2 className="flex-1 text-16 font-700">
          <PlayerLink playerId={thread.playerId} />
          <span className="ms-8 text-12 font-400 text-text-2">{thread.lang}</span>
        </h2>
        {thread.isClosed ? (
          <span className="text-text-2">{t('support.thread.closed')}</span>
        ) : (
          <Button
            kind="outline"
            size="s"
            busy={close.isPending}
            onClick={() => close.mutate({ params }, { onError: (error) => say(wordsOf(error, t), 'failed') })}
          >
            {t('support.close.button')}
          </Button>
        )}
      </header>
      <Lines lines={lines} threadId={threadId} readUpTo={readUpTo} />
      {!thread.isClosed && <Answer threadId={threadId} />}
    </section>
  )
}

function Lines({
  lines,
  threadId,
  readUpTo,
}: {
  lines: Chat['lines']
  threadId: string
  readUpTo: string | null
}) {
  const t = useText()
  const format = useFormat()
  const end = useRef<HTMLDivElement>(null)
  const lastId = lines.at(-1)?.lineId
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' }) // returns a promise in some browsers: no cleanup function
  }, [lastId])
  return (
    <div
      role="log"
      aria-label={t('support.lines.label')}

      className="min-h-0 flex-1 overflow-y-auto px-20 py-16"
    >
      <ol className="grid gap-8">
        {lines.map(({ lineId, author, text, about, hasPicture, at }) => (
          <li
            key={lineId}
            className={cx(
              'max-w-560 rounded-14 px-14 py-8 text-14',
              author === 'operator'
                ? 'justify-self-end bg-brand-tint'
                : 'hairline justify-self-start bg-surface-1',
            )}
          >
            <span className="sr-only">
              {t(author === 'operator' ? 'support.author.operator' : 'support.author.player')}
            </span>
            {about && (
              <p className="text-12 text-text-2">
                {t(about.kind === 'bet' ? 'support.about.bet' : 'support.about.payment', { id: about.id })}
              </p>
            )}
            {hasPicture && <Picture threadId={threadId} lineId={lineId} />}
            <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
            <p className="mt-2 text-end text-11 text-text-2">
              {format.time(at)}
              {lineId === readUpTo && author === 'operator' && ` · ${t('support.line.read')}`}
            </p>
          </li>
        ))}
      </ol>
      <div ref={end} />
    </div>
  )
}

import { Button, IconButton, Skeleton } from '@palpite/ui'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { NotAnswered } from '../../shared/Answered.tsx'
import { useAddress } from '../../shared/address.ts'
import { type ApiError, ask, type DataOf } from '../../shared/api.ts'
import { useCommand } from '../../shared/ask-again.ts'
import { wordsOf } from '../../shared/failure.ts'
import { useMay } from '../../shared/me.ts'
import { say } from '../../shared/notices.ts'
import { PlayerLink } from '../../shared/PlayerLink.tsx'
import { useText } from '../../shared/text.ts'
import { Answer } from './Answer.tsx'
import { BesideThread } from './BesideThread.tsx'
import { Lines } from './Lines.tsx'
import { Owner } from './Owner.tsx'
import { useOwners } from './owners.ts'
import { TakeOver } from './TakeOver.tsx'

type Chat = DataOf<'GET /api/backoffice/support/threads/:threadId'>

type Props = {
  threadId: string
  /**
   * The chat as the inbox last saw it (`versionOf`): the chat reloads only when this is news, because each view is
   * audited.
   */
  version: string | undefined
  /** Back to the inbox, which the thread covers on a phone. */
  onLeave: () => void
}

/** Changes with what the inbox shows of a chat: its last line, its owner, its end. */
export const versionOf = ({ lastLineAt, assignedTo, isClosed }: Omit<Chat['thread'], 'threadId'>): string =>
  `${lastLineAt} ${assignedTo} ${isClosed}`

/** A chat with its lines and reply field, and its player beside it. */
export function Thread({ threadId, version, onLeave }: Props) {
  const params = { threadId }
  const chat = useQuery<Chat, ApiError>({
    queryKey: ['thread', threadId],
    queryFn: () => ask('GET /api/backoffice/support/threads/:threadId', { params, query: {} }),
    staleTime: Infinity,
    // Not cached: opened again, the chat may belong to another operator.
    gcTime: 0,
  })
  const { data, refetch } = chat
  const shown = data && versionOf(data.thread)
  const seen = useRef(version)
  useEffect(() => {
    const isNews = version !== undefined && version !== seen.current && version !== shown
    seen.current = version
    if (isNews) void refetch()
  }, [version, shown, refetch])
  // A failed reload keeps the chat with its half-written reply; the inbox beside it shows the failure.
  if (chat.error && !chat.data)
    return (
      <div className="min-w-0 flex-1 p-24">
        <NotAnswered asked={chat} />
      </div>
    )
  if (!chat.data) return <Skeleton className="m-24 h-240 flex-1" />
  return (
    <>
      <Conversation chat={chat.data} onLeave={onLeave} />
      <BesideThread playerId={chat.data.thread.playerId} />
    </>
  )
}

function Conversation({ chat, onLeave }: { chat: Chat; onLeave: () => void }) {
  const t = useText()
  const { own } = useOwners()
  const { thread, lines, readUpTo, firstName } = chat
  const { threadId, assignedTo } = thread
  const isOfAnother = assignedTo !== null && assignedTo !== own
  const [words, setWords] = useState('')
  const field = useFieldOnceTaken(assignedTo === own)
  return (
    <section
      aria-label={t('support.thread.label', { player: thread.playerId })}
      className="flex min-h-0 min-w-0 flex-1 flex-col"
    >
      <ThreadHead thread={thread} mayClose={!isOfAnother} onLeave={onLeave} />
      <Lines lines={lines} threadId={threadId} readUpTo={readUpTo} />
      {!thread.isClosed &&
        (isOfAnother ? (
          <TakeOver key={assignedTo} threadId={threadId} assignedTo={assignedTo} />
        ) : (
          <Answer
            threadId={threadId}
            lang={thread.lang}
            firstName={firstName}
            words={words}
            onWords={setWords}
            field={field}
          />
        ))}
    </section>
  )
}

/** The reply field, focused once the chat is taken: the button that took it is gone, and the focus with it. */
function useFieldOnceTaken(isOwn: boolean) {
  const field = useRef<HTMLTextAreaElement>(null)
  const wasOwn = useRef(isOwn)
  useEffect(() => {
    const isTaken = isOwn && !wasOwn.current
    wasOwn.current = isOwn
    if (isTaken && document.activeElement === document.body) field.current?.focus()
  }, [isOwn])
  return field
}

type HeadProps = { thread: Chat['thread']; mayClose: boolean; onLeave: () => void }

function ThreadHead({ thread, mayClose, onLeave }: HeadProps) {
  const t = useText()
  const id = useId()
  const address = useAddress()
  const mayPlayers = useMay('players.read')
  const { nameOf } = useOwners()
  const { threadId, assignedTo } = thread
  const params = { threadId }
  const close = useCommand('POST /api/backoffice/support/threads/:threadId/close')
  return (
    <header className="flex min-h-56 flex-wrap items-center gap-x-12 gap-y-6 border-b border-line bg-surface-1 px-20 py-6 text-13">
      <span className="desk:hidden">
        <IconButton icon="caret-left-bold" label={t('support.list.back')} onClick={onLeave} />
      </span>
      <h2 className="flex-1 text-16 font-700">
        <PlayerLink playerId={thread.playerId} />
        <span className="ms-8 text-12 font-400 text-text-2">{thread.lang}</span>
      </h2>
      {mayPlayers && (
        <span className="office:hidden">
          <Button kind="outline" size="s" onClick={() => address.set({ ficha: '1', aposta: '' })}>
            {t('support.context.button')}
          </Button>
        </span>
      )}
      {thread.isClosed ? (
        <span className="text-text-2">
          {assignedTo === null
            ? t('support.thread.closed')
            : t('support.thread.closedOf', { name: nameOf(assignedTo) })}
        </span>
      ) : (
        <>
          <Owner threadId={threadId} assignedTo={assignedTo} />
          <Button
            kind="outline"
            size="s"
            busy={close.isPending}
            disabled={!mayClose}
            aria-describedby={mayClose ? undefined : `${id}why`}
            onClick={() => close.mutate({ params }, { onError: (error) => say(wordsOf(error, t), 'failed') })}
          >
            {t('support.close.button')}
          </Button>
          {!mayClose && (
            <span id={`${id}why`} className="text-12 text-text-2">
              {t('support.close.ofAnother')}
            </span>
          )}
        </>
      )}
    </header>
  )
}

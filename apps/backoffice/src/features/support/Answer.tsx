import { Button } from '@palpite/ui'
import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { Answered } from '../../shared/Answered.tsx'
import { ask } from '../../shared/api.ts'
import { useCommand } from '../../shared/ask-again.ts'
import { wordsOf } from '../../shared/failure.ts'
import { say } from '../../shared/notices.ts'
import { useRequestId } from '../../shared/request-id.ts'
import { TextArea } from '../../shared/TextArea.tsx'
import { useText } from '../../shared/text.ts'
import { CannedList } from './CannedList.tsx'
import { useCannedAnswers } from './use-canned-answers.ts'

/** The typing indicator lasts some seconds, so it is repeated. */
const TYPING_EVERY_MS = 4_000

type Props = {
  threadId: string
  lang: string
  firstName: string | null
  /** What is written so far: it stays while a colleague has the chat. */
  words: string
  onWords: (words: string) => void
  field: RefObject<HTMLTextAreaElement | null>
}

/**
 * The reply; Ctrl+Enter sends it, a slash at its start finds canned answers. An unanswered one is repeated under
 * its id, so it is sent once.
 */
export function Answer({ threadId, lang, firstName, words, onWords, field }: Props) {
  const t = useText()
  const { requestId, next: renewId, after } = useRequestId()
  const typingSentAt = useRef(0)
  const command = useCommand('POST /api/backoffice/support/threads/:threadId/answer')
  const canned = useCannedAnswers({ words, lang, firstName, onInsert: onWords })
  const params = { threadId }
  const send = () => {
    if (words.trim() === '' || command.isPending) return
    command.mutate(
      { params, body: { requestId, text: words } },
      {
        onSuccess: () => {
          onWords('')
          renewId()
        },
        onError: (error) => {
          after(error)
          say(wordsOf(error, t), 'failed')
        },
      },
    )
  }
  const write = (next: string) => {
    onWords(next)
    canned.reset()
    if (Date.now() - typingSentAt.current < TYPING_EVERY_MS) return
    typingSentAt.current = Date.now()
    // Only an indicator: the reply is sent without it.
    void ask('POST /api/backoffice/support/threads/:threadId/typing', { params }).catch(() => undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (canned.onKey(event)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
  }
  return (
    <form
      className="grid gap-8 border-t border-line bg-surface-1 px-20 py-14"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {canned.isWanted && (
        <Answered asked={canned.asked} skeleton="h-36">
          {() => <CannedList {...canned.list} />}
        </Answered>
      )}
      <TextArea
        label={t('support.answer.label')}
        rows={3}
        maxLength={2000}
        value={words}
        onChange={write}
        onKeyDown={onKeyDown}
        completedBy={canned.completedBy}
        field={field}
      />
      <div className="flex flex-wrap items-center justify-end gap-12">
        <p className="min-w-200 flex-1 text-12 text-text-3">{t('support.answer.hint')}</p>
        <Button
          kind="outline"
          size="s"
          disabled={words !== ''}
          onClick={() => {
            onWords('/')
            field.current?.focus()
          }}
        >
          {t('support.canned.button')}
        </Button>
        <Button submit size="s" busy={command.isPending} disabled={words.trim() === ''}>
          {t('support.answer.button')}
        </Button>
      </div>
    </form>
  )
}

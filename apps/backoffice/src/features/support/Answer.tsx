import { Button } from '@palpite/ui'
import { type KeyboardEvent, useRef, useState } from 'react'
import { ask } from '../../shared/api.ts'
import { useCommand } from '../../shared/ask-again.ts'
import { wordsOf } from '../../shared/failure.ts'
import { say } from '../../shared/notices.ts'
import { newRequestId } from '../../shared/request-id.ts'
import { TextArea } from '../../shared/TextArea.tsx'
import { useText } from '../../shared/text.ts'

/** The typing indicator lasts some seconds, so it is repeated. */
const TYPING_EVERY_MS = 4_000

/** The reply; Ctrl+Enter sends it. The request id stays while the text is the same. */
export function Answer({ threadId }: { threadId: string }) {
  const t = useText()
  const [words, setWords] = useState('')
  const [requestId, setRequestId] = useState(newRequestId)
  const saidTypingAt = useRef(0)
  const command = useCommand('POST /api/backoffice/support/threads/:threadId/answer')
  const params = { threadId }
  const send = () => {
    if (words.trim() === '' || command.isPending) return
    command.mutate(
      { params, body: { requestId, text: words } },
      {
        onSuccess: () => {
          setWords('')
          setRequestId(newRequestId())
        },
        onError: (error) => say(wordsOf(error, t), 'failed'),
      },
    )
  }
  const write = (next: string) => {
    setWords(next)
    if (Date.now() - saidTypingAt.current < TYPING_EVERY_MS) return
    saidTypingAt.current = Date.now()
    // Only an indicator: the reply is sent without it.
    void ask('POST /api/backoffice/support/threads/:threadId/typing', { params }).catch(() => undefined)
  }
  const onKeyDown = (event: KeyboardEvent) => {
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
      <TextArea
        label={t('support.answer.label')}
        rows={3}
        maxLength={2000}
        value={words}
        onChange={write}
        onKeyDown={onKeyDown}
      />
      <div className="flex items-center justify-between gap-12">
        <p className="text-12 text-text-3">{t('support.answer.hint')}</p>
        <Button submit size="s" busy={command.isPending} disabled={words.trim() === ''}>
          {t('support.answer.button')}
        </Button>
      </div>
    </form>
  )
}

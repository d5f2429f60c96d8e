import { Button } from '@palpite/ui'
import { useState } from 'react'
import { useCommand } from '../../shared/ask-again.ts'
import { wordsOf } from '../../shared/failure.ts'
import { say } from '../../shared/notices.ts'
import { useRequestId } from '../../shared/request-id.ts'
import { useText } from '../../shared/text.ts'
import type { CannedAnswer } from './canned-answer.ts'

/** Removes a canned answer, which is asked twice. */
export function RemoveCanned({ answer, onClose }: { answer: CannedAnswer; onClose: () => void }) {
  const t = useText()
  const { requestId, after } = useRequestId()
  const [isSure, setSure] = useState(false)
  const command = useCommand('POST /api/backoffice/support/cannedAnswers/:cannedAnswerId/remove')
  const remove = () => {
    const { cannedAnswerId, version: baseVersion } = answer
    command.mutate(
      { params: { cannedAnswerId }, body: { requestId, baseVersion } },
      {
        onSuccess: () => {
          say(t('support.canned.removed'))
          onClose()
        },
        onError: (error) => {
          after(error)
          say(wordsOf(error, t), 'failed')
        },
      },
    )
  }
  return (
    <Button
      kind={isSure ? 'danger' : 'outline'}
      size="s"
      block
      busy={command.isPending}
      onClick={() => (isSure ? remove() : setSure(true))}
    >
      {t(isSure ? 'support.canned.removeConfirm' : 'support.canned.remove')}
    </Button>
  )
}

import { Button } from '@palpite/ui'
import { useState } from 'react'
import { useCommand } from '../../shared/ask-again.ts'
import { wordsOf } from '../../shared/failure.ts'
import { say } from '../../shared/notices.ts'
import { TextArea } from '../../shared/TextArea.tsx'
import { useText } from '../../shared/text.ts'
import { MIN_REASON } from './player.ts'

/** Opens an account again that its player closed: the player wrote to support and was known. */
export function ReopenAccount({ playerId }: { playerId: number }) {
  const t = useText()
  const command = useCommand('POST /api/backoffice/players/:playerId/reopen')
  const [reason, setReason] = useState('')
  return (
    <form
      className="grid gap-10"
      onSubmit={(event) => {
        event.preventDefault()
        command.mutate(
          { params: { playerId: String(playerId) }, body: { reason } },
          {
            onSuccess: () => say(t('players.reopen.done')),
            onError: (error) => say(wordsOf(error, t), 'failed'),
          },
        )
      }}
    >
      <p className="text-12 text-text-2">{t('players.reopen.text')}</p>
      <TextArea
        label={t('reason.field.label')}
        hint={t('players.factor.hint')}
        rows={2}
        value={reason}
        onChange={setReason}
      />
      <Button
        submit
        kind="secondary"
        size="s"
        busy={command.isPending}
        disabled={reason.trim().length < MIN_REASON}
      >
        {t('players.reopen.button')}
      </Button>
    </form>
  )
}

import { Button } from '@palpite/ui'
import { useState } from 'react'
import { useCommand } from '../../shared/ask-again.ts'
import { wordsOf } from '../../shared/failure.ts'
import { useFormat } from '../../shared/format.ts'
import { useMe } from '../../shared/me.ts'
import { say } from '../../shared/notices.ts'
import { TextArea } from '../../shared/TextArea.tsx'
import { type TextKey, useText } from '../../shared/text.ts'
import { MIN_REASON, type Player } from './player.ts'

const resetStates = {
  waits: 'players.factor.waits',
  reset: 'players.factor.done',
  needs_another: 'players.factor.needsAnother',
} as const satisfies Record<string, TextKey>

/** Asks for the second factor of a player who lost it to be taken away: a second, independent operator has to ask too. */
export function ResetFactor({ player: { playerId, factorResets } }: { player: Player }) {
  const t = useText()
  const format = useFormat()
  const { operatorId } = useMe()
  const command = useCommand('POST /api/backoffice/players/:playerId/resetSecondFactor')
  const [reason, setReason] = useState('')
  const hasAsked = factorResets.some((reset) => reset.operatorId === operatorId)
  return (
    <form
      className="grid gap-10"
      onSubmit={(event) => {
        event.preventDefault()
        command.mutate(
          { params: { playerId: String(playerId) }, body: { reason } },
          {
            onSuccess: ({ state }) =>
              say(t(resetStates[state]), state === 'needs_another' ? 'failed' : 'done'),
            onError: (error) => say(wordsOf(error, t), 'failed'),
          },
        )
      }}
    >
      <p className="text-12 text-text-2">
        {t(hasAsked ? 'players.factor.needsAnother' : 'players.factor.text')}
      </p>
      {factorResets.map((asked) => (
        <p key={asked.operatorId} className="text-13 wrap-anywhere">
          {t('players.factor.asked', {
            id: asked.operatorId,
            at: format.time(asked.askedAt),
            reason: asked.reason,
          })}
        </p>
      ))}
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
        disabled={hasAsked || reason.trim().length < MIN_REASON}
      >
        {t(factorResets.length > 0 ? 'players.factor.confirm' : 'players.factor.button')}
      </Button>
    </form>
  )
}

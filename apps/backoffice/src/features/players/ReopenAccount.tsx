import { useCommand } from '../../shared/ask-again.ts'
import { say } from '../../shared/notices.ts'
import { useText } from '../../shared/text.ts'
import { ReasonedAct } from '../../shared/ReasonedAct.tsx'

/** Reopens an account its player closed, after verifying the player. */
export function ReopenAccount({ playerId }: { playerId: number }) {
  const t = useText()
  const command = useCommand('POST /api/backoffice/players/:playerId/reopen')
  const params = { playerId: String(playerId) }
  return (
    <ReasonedAct
      hint={t('players.known.hint')}
      button={t('players.reopen.button')}
      isBusy={command.isPending}
      send={(reason, answered) => command.mutate({ params, body: { reason } }, answered)}
      onDone={() => say(t('players.reopen.done'))}
    >
      <p className="text-12 text-text-2">{t('players.reopen.text')}</p>
    </ReasonedAct>
  )
}

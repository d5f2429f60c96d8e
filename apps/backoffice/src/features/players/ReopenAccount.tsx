import { useCommand } from '../../shared/ask-again.ts'
import { say } from '../../shared/notices.ts'
import { useText } from '../../shared/text.ts'
import { ReasonedAct } from './ReasonedAct.tsx'

/** Opens an account again that its player closed: the player wrote to support and was known. */
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

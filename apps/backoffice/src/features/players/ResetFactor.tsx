import { useCommand } from '../../shared/ask-again.ts'
import { useFormat } from '../../shared/format.ts'
import { useMe } from '../../shared/me.ts'
import { say } from '../../shared/notices.ts'
import { type TextKey, useText } from '../../shared/text.ts'
import type { Player } from './player.ts'
import { ReasonedAct } from '../../shared/ReasonedAct.tsx'

const resetStates = {
  waits: 'players.factor.waits',
  reset: 'players.factor.done',
  needs_another: 'players.factor.needsAnother',
} as const satisfies Record<string, TextKey>

/** Requests the removal of a player's lost second factor: an independent operator must request it too. */
export function ResetFactor({ player: { playerId, factorResets } }: { player: Player }) {
  const t = useText()
  const format = useFormat()
  const { operatorId } = useMe()
  const command = useCommand('POST /api/backoffice/players/:playerId/resetSecondFactor')
  const hasAsked = factorResets.some((reset) => reset.operatorId === operatorId)
  const params = { playerId: String(playerId) }
  return (
    <ReasonedAct
      hint={t('players.known.hint')}
      button={t(factorResets.length > 0 ? 'players.factor.confirm' : 'players.factor.button')}
      isBusy={command.isPending}
      isReady={!hasAsked}
      send={(reason, answered) => command.mutate({ params, body: { reason } }, answered)}
      onDone={({ state }: { state: keyof typeof resetStates }) =>
        say(t(resetStates[state]), state === 'needs_another' ? 'failed' : 'done')
      }
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
    </ReasonedAct>
  )
}

import { Button, useModal } from '@palpite/ui'
import { useId } from 'react'
import { api } from '../../../shared/api/api.ts'
import { refusalCode, serverMessageOf } from '../../../shared/api/api-error.ts'
import { callKey, refreshCalls, useCall } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import type { Limits } from '../../../shared/limits.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { queryClient } from '../../../shared/query.ts'
import { useText } from '../../../shared/text/text.ts'

type Props = {
  /** Whether limits are still to be set before anything is staked. */
  needsLimits: boolean
}

/**
 * The risks of betting, signs of harm and what games return, at the beginning of each session where the law requires it. The
 * server stores that it was read; Esc does not close it.
 */
export function RisksDialog({ needsLimits }: Props) {
  const t = useText()
  const { percent } = useFormat()
  const titleId = useId()
  const dialog = useModal({ onCancel: () => undefined })
  const rules = useCall('GET /api/app/games/rules', { loading: false }, { staleTime: Infinity })
  const returns = (rules.data ?? []).map(({ returnToPlayer }) => returnToPlayer)
  const reading = useCommand({
    mutationFn: async (part: 'limits' | 'help' | undefined) => {
      await noteRead()
      if (part) openOverlay('limits', { part })
    },
  })
  return (
    <dialog ref={dialog} role="alertdialog" aria-labelledby={titleId} className="alert z-70 lying:w-560">
      <h2 id={titleId} className="text-center text-18 font-800 tracking-tighter text-balance">
        {t('protection.risks.title')}
      </h2>
      <div className="mt-10 grid gap-8 text-14 text-text-2">
        <p className="font-600 text-text">{t('protection.risks.loss')}</p>
        <p>{t('protection.risks.signs')}</p>
        {returns.length > 0 && (
          <p>
            {t('protection.risks.return', {
              least: percent(Math.min(...returns), 1),
              most: percent(Math.max(...returns), 1),
            })}
          </p>
        )}
        {needsLimits && <p className="text-text">{t('protection.limits.needed')}</p>}
      </div>
      <div className="mt-18 grid gap-8">
        {needsLimits && (
          <Button block busy={reading.isPending} onClick={() => reading.mutate('limits')}>
            {t('protection.risks.limits')}
          </Button>
        )}
        <Button
          block
          kind={needsLimits ? 'ghost' : 'primary'}
          busy={reading.isPending}
          onClick={() => reading.mutate(undefined)}
        >
          {t('app.alert.ok')}
        </Button>
        <Button kind="ghost" block busy={reading.isPending} onClick={() => reading.mutate('help')}>
          {t('protection.self.title')}
        </Button>
      </div>
      <p role="alert" className="mt-8 text-center text-14 text-loss empty:hidden">
        {reading.isError && (serverMessageOf(reading.error) || t('app.connection.slow'))}
      </p>
    </dialog>
  )
}

const limitsCall = 'GET /api/app/protection/limits'

/** Reports that the risks were read. During an update an older server may answer, which does not know the call. */
async function noteRead(): Promise<void> {
  try {
    await api('POST /api/app/protection/risks', { loading: false, inline: true })
  } catch (error) {
    if (refusalCode(error) !== 'not_found') throw error
    // The dialog closes here alone. The next read of the limits by a newer server opens it again.
    queryClient.setQueryData<Limits>(
      callKey(limitsCall),
      (limits) => limits && { ...limits, risksDue: false },
    )
    return
  }
  await refreshCalls(limitsCall)
}

import { useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { useText } from '../../../shared/text/text.ts'
import { useRequest, useSecondsTo } from './use-request.ts'

/** A pending bet in play, or one that a trader looks at: its countdown, and a cancel button with its own time. */
export function Waiting({ requestId }: { requestId: string | undefined }) {
  const t = useText()
  const { data } = useRequest(requestId)
  const seconds = useSecondsTo(data?.dueAt ?? undefined)
  const cancelSeconds = useSecondsTo(data?.cancelUntil ?? undefined)
  const [isCancelling, setCancelling] = useState(false)
  const cancel = async () => {
    if (requestId === undefined) return
    setCancelling(true)
    try {
      await api('POST /api/app/sportsbook/cancelBet', {
        body: { requestId },
        loading: false,
        inline: true,
        beside: true,
      })
    } catch {
      setCancelling(false) // it was decided meanwhile: the bet's answer says how
    }
  }
  return (
    <div className="flex flex-wrap items-center justify-between gap-8">
      <p role="status" className="text-12 font-600 text-brand-text">
        {seconds === undefined
          ? t('sportsbook.leg.confirming')
          : t(data?.isReferred ? 'sportsbook.refer.waiting' : 'sportsbook.leg.confirmingIn', { seconds })}
      </p>
      {data?.status === 'waiting' && cancelSeconds !== undefined && cancelSeconds > 0 && (
        <span className="flex flex-wrap items-center gap-8">
          {!data.isReferred && (
            <span className="text-12 text-text-2">
              {t('sportsbook.leg.callOffIn', { seconds: cancelSeconds })}
            </span>
          )}
          <button
            type="button"
            disabled={isCancelling}
            onClick={() => void cancel()}
            className="tap-s cursor-pointer rounded-11 bg-surface-3 px-12 text-12 font-700 text-text hover:bg-surface-4 active:bg-surface-4"
          >
            {t('sportsbook.leg.callOff')}
          </button>
        </span>
      )}
    </div>
  )
}

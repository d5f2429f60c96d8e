import { useRef, useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { isDefinite, serverMessageOf } from '../../../shared/api/api-error.ts'
import { refreshCalls } from '../../../shared/api/use-call.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { newRequestId } from '../../../shared/request-id.ts'
import { useText } from '../../../shared/text/text.ts'
import { toast } from '../../../shared/toasts.ts'
import { minShareBps, useTolerance } from './cash-out-tolerance.ts'
import { offersCall } from './use-cash-outs.ts'

/** Sells a bet at an offer, or returns why not. An unanswered sale is repeated under its id. */
export const useSell = (onSold: () => void) => {
  const t = useText()
  const { money } = useFormat()
  const requestId = useRef<string>(undefined)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const sell = async (
    quoteId: string,
    unitStakeCents: number | undefined,
    onward: (paidCents: number) => void,
  ): Promise<void> => {
    requestId.current ??= newRequestId()
    setBusy(true)
    setProblem(undefined)
    try {
      const body = {
        requestId: requestId.current,
        quoteId,
        minShareBps: minShareBps(useTolerance.getState().tolerance),
        ...(unitStakeCents === undefined ? {} : { unitStakeCents }),
      }
      const { paidCents } = await api('POST /api/app/sportsbook/cashOut', {
        body,
        loading: false,
        inline: true,
      })
      requestId.current = undefined
      toast(t('sportsbook.cashOut.done', { amount: money(paidCents) }), { icon: 'check-circle-fill' })
      onSold()
      onward(paidCents)
    } catch (error) {
      setProblem(serverMessageOf(error))
      // A refusal sold nothing: the next attempt is a new one.
      if (isDefinite(error)) requestId.current = undefined
    }
    setBusy(false)
    void refreshCalls(
      'GET /api/app/sportsbook/bets',
      'GET /api/app/sportsbook/bets/:betId',
      offersCall,
      'GET /api/app/user/userInfo',
    )
  }
  return {
    sell: (quoteId: string, unitCents: number | undefined, onward: (paidCents: number) => void = () => {}) =>
      void sell(quoteId, unitCents, onward),
    isBusy,
    problem,
  }
}

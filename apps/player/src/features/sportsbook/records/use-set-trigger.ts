import { useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { serverMessageOf } from '../../../shared/api/api-error.ts'
import { refreshCalls } from '../../../shared/api/use-call.ts'
import { type CashOutTrigger, offersCall } from './use-cash-outs.ts'

/** Sets or removes a bet's trigger; returns why it failed. */
export const useSetTrigger = (betId: string) => {
  const [problem, setProblem] = useState<string>()
  const set = async (kind: CashOutTrigger['kind'], levelCents: number | undefined): Promise<void> => {
    setProblem(undefined)
    try {
      const body = { betId, kind, ...(levelCents === undefined ? {} : { levelCents }) }
      await api('POST /api/app/sportsbook/cashOutRule', { body, loading: false, inline: true })
    } catch (error) {
      setProblem(serverMessageOf(error))
    }
    void refreshCalls(offersCall)
  }
  return {
    setTrigger: (kind: CashOutTrigger['kind'], levelCents: number | undefined) => void set(kind, levelCents),
    problem,
  }
}

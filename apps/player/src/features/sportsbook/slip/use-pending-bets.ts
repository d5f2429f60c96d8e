import { useEffect } from 'react'
import { api } from '../../../shared/api/api.ts'
import { ApiError } from '../../../shared/api/api-error.ts'
import { type Request, useSlip } from '../slip-store.ts'
import { dropRequest } from '../slip-changes.ts'
import { onPlaced, onRefusal, note, refusedHttp, usePlacing } from './place-slip.ts'

const askedCall = 'GET /api/app/sportsbook/betRequest/:requestId'
const pollMs = 1000

/**
 * Checks bets that a former page sent: an accepted bet leaves the slip with its receipt, a refused one says why and may be
 * sent again, a pending one is counted down and checked again.
 */
export const usePendingBets = (): void => {
  const requests = useSlip((slip) => slip.requests)
  const busy = usePlacing((state) => state.busy)
  useEffect(() => {
    if (busy || Object.keys(requests).length === 0) return undefined
    const ask = () => void Promise.all(Object.entries(requests).map(askAfter))
    ask()
    const timer = setInterval(ask, pollMs)
    return () => clearInterval(timer)
  }, [requests, busy])
}

/** Queries one request's outcome and records it. */
export const askAfter = async ([name, request]: [string, Request]): Promise<void> => {
  try {
    const { status, bet, code, message, detail } = await api(askedCall, {
      params: { requestId: request.requestId },
      loading: false,
      inline: true,
    })
    if (useSlip.getState().requests[name]?.requestId !== request.requestId || usePlacing.getState().busy)
      return
    const slip = new Map(useSlip.getState().legs.map((leg) => [leg.outcomeId, leg]))
    const legs = request.legs.flatMap(({ outcomeId }) => slip.get(outcomeId) ?? [])
    if (bet) onPlaced({ name, legs }, bet)
    else if (status === 'waiting') note(name, { kind: 'waiting' })
    else if (status === 'unknown') note(name, { kind: 'unanswered' })
    else {
      dropRequest(name)
      const data = { ...detail, code: code ?? status }
      const refused = { http: refusedHttp, path: askedCall, serverMessage: message ?? '', data }
      onRefusal({ name, request, legs }, new ApiError(refused))
    }
  } catch {
    // Still no answer: queried again in a moment.
  }
}

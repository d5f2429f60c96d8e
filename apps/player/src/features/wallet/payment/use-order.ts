import { useEffect, useEffectEvent } from 'react'
import { alert } from '../../../shared/alerts.ts'
import { api } from '../../../shared/api/api.ts'
import { refreshCalls, useCall } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { text } from '../../../shared/text/text.ts'
import { toast } from '../../../shared/toasts.ts'
import { showTopUpPaid } from './paid.ts'

const pollMs = 5000

/** An order's state, polled until final. */
export const useOrderStatus = (orderId: string) =>
  useCall(
    'GET /api/app/order/getStatus/:orderId',
    { params: { orderId }, loading: false },
    { refetchInterval: pollMs, staleTime: 0, enabled: orderId !== '' },
  )

export type Followed = {
  orderId: string
  amountCents: number
  /** Where the player goes if the order fails. */
  leave: () => void
}

/**
 * Follows the framed order: paid closes it with the news; failed calls `leave`. A refund to another payer waits for
 * acknowledgement: it is too much for a toast.
 */
export const useFollowedOrder = ({ orderId, amountCents, leave }: Followed) => {
  const query = useOrderStatus(orderId)
  const status = query.data?.status
  const giveUp = useEffectEvent(() => {
    void refreshCalls('GET /api/app/order/records')
    leave()
    if (query.data?.reason === 'other_payer') {
      void alert({ text: text('wallet.payment.otherPayer'), kind: 'warn' })
    } else toast(text('wallet.payment.ended'), { icon: 'x-circle-fill' })
  })
  useEffect(() => {
    if (status === '10') void showTopUpPaid({ orderId, amountCents })
    if (status === '01' || status === '-01') giveUp()
  }, [status, orderId, amountCents])
  const cancelling = useCommand({
    mutationFn: () => api('POST /api/app/order/cancel/:orderId', { params: { orderId } }),
    onSuccess: () => {
      void refreshCalls('GET /api/app/order/records')
      leave()
    },
    // It may have been paid just now: the status decides.
    onError: () => query.refetch(),
  })
  return { request: query.refetch, isAsking: query.isFetching, cancelling }
}

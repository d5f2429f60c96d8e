import { useEffect, useEffectEvent } from 'react'
import { alert } from '../../../shared/alerts.ts'
import { api } from '../../../shared/api/api.ts'
import { refreshCalls, useCall } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { text } from '../../../shared/text/text.ts'
import { toast } from '../../../shared/toasts.ts'
import { showTopUpPaid } from './paid.ts'

const pollMs = 5000

/** Where an order stands, asked again and again until it has come to an end. */
export const useOrderStatus = (orderId: string) =>
  useCall(
    'GET /api/app/order/getStatus/:orderId',
    { params: { orderId }, loading: false },
    { refetchInterval: pollMs, staleTime: 0, enabled: orderId !== '' },
  )

export type Followed = {
  orderId: string
  amountCents: number
  /** Where the player goes once the order came to nothing. */
  leave: () => void
}

/**
 * Follows the order in the payment frame: paid closes it with the good news; once it came to nothing, `leave` is
 * called. That the money went back to somebody else waits for an answer: it is too much for a toast, and says what
 * to do.
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
    // Perhaps it was paid at this very moment: the status says.
    onError: () => query.refetch(),
  })
  return { request: query.refetch, isAsking: query.isFetching, cancelling }
}

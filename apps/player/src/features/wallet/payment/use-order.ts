import { useEffect } from 'react'
import { api } from '../../../shared/api/api.ts'
import { useCall } from '../../../shared/api/use-call.ts'
import { useDeed } from '../../../shared/api/use-deed.ts'
import { text } from '../../../shared/text/text.ts'
import { toast } from '../../../shared/toasts.ts'
import { backToForm, tellPaid } from './paid.ts'

const pollMs = 5000

/** Where an order stands, asked again and again until it has come to an end. */
export const useOrderStatus = (orderId: string) =>
  useCall(
    'GET /api/app/order/getStatus/:orderId',
    { params: { orderId }, loading: false },
    { refetchInterval: pollMs, staleTime: 0, enabled: orderId !== '' },
  )

/** Follows the order in the payment frame: paid closes it with the good news, cancelled leads back to the form. */
export const useFollowedOrder = (orderId: string) => {
  const query = useOrderStatus(orderId)
  const status = query.data?.status
  useEffect(() => {
    if (status === '10') void tellPaid(orderId)
    if (status === '01' || status === '-01') {
      toast(text('wallet.payment.ended'), { icon: 'x-circle-fill' })
      backToForm()
    }
  }, [status, orderId])
  const cancelling = useDeed({
    mutationFn: () => api('POST /api/app/order/cancel/:orderId', { params: { orderId } }),
    onSuccess: backToForm,
    // Perhaps it was paid at this very moment: the status says.
    onError: () => query.refetch(),
  })
  return { ask: query.refetch, isAsking: query.isFetching, cancelling }
}

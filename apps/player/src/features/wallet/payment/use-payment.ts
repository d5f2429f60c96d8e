import { api } from '../../../shared/api/api.ts'
import { callKey, useCall } from '../../../shared/api/use-call.ts'
import { queryClient } from '../../../shared/query.ts'

const key = 'GET /api/app/order/getPayment/:orderId'

/** Asks the server how an order is still to be paid: what was known of it before does not count. */
export const requestPayment = (orderId: string) => {
  const input = { params: { orderId } }
  return queryClient.fetchQuery({
    queryKey: callKey(key, input),
    queryFn: () => api(key, input),
    staleTime: 0,
  })
}

/** The code of an order, and when its time to pay is over, in milliseconds of the epoch: both once they are known. */
export const usePayment = (orderId: string) => {
  const { data, dataUpdatedAt, isError, refetch } = useCall(key, { params: { orderId }, loading: false })
  const endsAt = data && dataUpdatedAt + data.secondsLeft * 1000
  return { code: data?.code ?? undefined, endsAt, isError, refetch }
}

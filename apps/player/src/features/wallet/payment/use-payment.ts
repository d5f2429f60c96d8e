import { api } from '../../../shared/api/api.ts'
import { callKey, useCall } from '../../../shared/api/use-call.ts'
import { queryClient } from '../../../shared/query.ts'

const key = 'GET /api/app/order/getPayment/:orderId'

/** Asks the server how an order is to be paid now; cached data does not count. */
export const requestPayment = (orderId: string) => {
  const input = { params: { orderId } }
  return queryClient.fetchQuery({
    queryKey: callKey(key, input),
    queryFn: () => api(key, input),
    staleTime: 0,
  })
}

/** An order's code, and the end of its payment time in epoch milliseconds, once known. */
export const usePayment = (orderId: string) => {
  const { data, dataUpdatedAt, isError, refetch } = useCall(key, { params: { orderId }, loading: false })
  const endsAt = data && dataUpdatedAt + data.secondsLeft * 1000
  return { code: data?.code ?? undefined, endsAt, isError, refetch }
}

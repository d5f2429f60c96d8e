import { useCommand } from '../../shared/ask-again.ts'
import { wordsOf } from '../../shared/failure.ts'
import { say } from '../../shared/notices.ts'
import { useRequestId } from '../../shared/request-id.ts'
import { useText } from '../../shared/text.ts'
import { decidedNames, type Review, shortOrder } from './words.ts'

export type Outcome = 'approve' | 'refuse'

/** Decides withdrawals with a reason and reports each result. The request id stays while the request is the same. */
export function useDecide(reviews: readonly Pick<Review, 'orderId'>[], onDone: () => void) {
  const t = useText()
  const command = useCommand('POST /api/backoffice/withdrawals/decide')
  const { requestId, next, after } = useRequestId()
  const decide = (outcome: Outcome, reason: string) =>
    command.mutate(
      { body: { requestId, outcome, reason, orderIds: reviews.map(({ orderId }) => orderId) } },
      {
        onSuccess: ({ answers }) => {
          for (const { orderId, state } of answers) {
            const isDone = state === 'sent' || state === 'waits' || state === 'refused'
            say(t(decidedNames[state], { order: shortOrder(orderId) }), isDone ? 'done' : 'failed')
          }
          next()
          onDone()
        },
        onError: (error) => {
          say(wordsOf(error, t), 'failed')
          after(error)
        },
      },
    )
  return { decide, isBusy: command.isPending }
}

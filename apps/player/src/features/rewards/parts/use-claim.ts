import { alert } from '../../../shared/alerts.ts'
import { api } from '../../../shared/api/api.ts'
import { refreshCalls } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { formatMoney } from '../../../shared/format/format.ts'
import { text, useLanguage } from '../../../shared/text/text.ts'
import { refreshUser } from '../../../shared/use-user.ts'

/** Every query that a claim changes. */
const claimed = [
  'GET /api/app/main/userGift',
  'GET /api/app/rewards/awards',
  'GET /api/app/rewards/vip',
  'GET /api/app/rewards/ladder',
  'GET /api/app/rewards/activities/:activityId/progress',
  'GET /api/app/rewards/records',
  'GET /api/app/rewards/gameBonus',
] as const

/** Claims an award by its id; the news states the amount and its wagering. A retry is the same request. */
export const useClaim = (onClaimed?: () => void) => {
  const language = useLanguage()
  return useCommand({
    mutationFn: (awardId: string) =>
      api('POST /api/app/rewards/awards/claim', { body: { requestId: requestIdOf(awardId), awardId } }),
    onSuccess: async ({ awardId, amountCents, wageredTimes }) => {
      requestIds.delete(awardId)
      onClaimed?.()
      await refreshCalls(...claimed)
      await alert({
        kind: 'win',
        text: text('rewards.claim.done', {
          amount: formatMoney(amountCents, language),
          times: wageredTimes,
        }),
      })
      await refreshUser().catch(() => undefined)
    },
    onError: () => void refreshCalls(...claimed),
  })
}

const requestIds = new Map<string, string>()

/** One request id per award until claimed, however often the button is pressed. */
const requestIdOf = (awardId: string): string => {
  const requestId = requestIds.get(awardId) ?? crypto.randomUUID()
  requestIds.set(awardId, requestId)
  return requestId
}

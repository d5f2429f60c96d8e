import { StatusTag } from '@palpite/ui'
import { useMe } from '../../shared/me.ts'
import { useText } from '../../shared/text.ts'
import type { Review } from './words.ts'

/** How many needed operators have approved, and whether the viewer is one. */
export function Approvals({ review: { approvedBy, approvalsNeeded } }: { review: Review }) {
  const t = useText()
  const { operatorId } = useMe()
  const isOwn = approvedBy.includes(operatorId)
  return (
    <StatusTag
      tone={approvedBy.length > 0 ? 'info' : 'neutral'}
      {...(isOwn && { icon: 'check-bold' as const })}
    >
      {t(isOwn ? 'withdrawals.approvals.own' : 'withdrawals.approvals.count', {
        given: approvedBy.length,
        needed: approvalsNeeded,
      })}
    </StatusTag>
  )
}

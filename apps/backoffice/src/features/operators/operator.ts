import type { Tone } from '@palpite/ui'
import type { DataOf } from '../../shared/api.ts'
import type { TextKey } from '../../shared/text.ts'

export type Operator = DataOf<'GET /api/backoffice/operators'>[number]

/** Whether an operator is active, awaits approval, or is disabled. */
export function statusOf({ approvedAt, disabledAt }: Operator): { tone: Tone; name: TextKey } {
  if (disabledAt !== null) return { tone: 'neutral', name: 'operators.standing.disabled' }
  if (approvedAt === null) return { tone: 'warn', name: 'operators.standing.waits' }
  return { tone: 'win', name: 'operators.standing.works' }
}

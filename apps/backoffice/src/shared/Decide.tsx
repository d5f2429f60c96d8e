import { Button } from '@palpite/ui'
import type { ApiError } from './api.ts'
import { wordsOf } from './failure.ts'
import { useMe } from './me.ts'
import { say } from './notices.ts'
import { useText } from './text.ts'

type Follows = { onSuccess: () => void; onError: (error: ApiError) => void }

/** One way to decide: its command, and what is said once it is done. */
type Way = { label: string; done: string; isPending: boolean; run: (follows: Follows) => void }

type Props = {
  proposedBy: number
  /** Left out once it is approved. */
  approve?: Way | false
  /** Rejects, takes back or stops it. */
  end: Way
  /** It was made from a version that no longer holds: only its end is left. */
  isOutdated?: boolean
}

/** Approves or ends what an operator proposed. The own proposal is approved by another operator only. */
export function Decide({ proposedBy, approve, end, isOutdated = false }: Props) {
  const t = useText()
  const { operatorId } = useMe()
  const isOwn = proposedBy === operatorId
  const decide = ({ run, done }: Way) =>
    run({ onSuccess: () => say(done), onError: (error) => say(wordsOf(error, t), 'failed') })
  return (
    <div className="grid flex-1 gap-6">
      <div className="flex gap-8">
        {approve && (
          <Button
            size="s"
            className="flex-1"
            busy={approve.isPending}
            disabled={isOwn || isOutdated}
            onClick={() => decide(approve)}
          >
            {approve.label}
          </Button>
        )}
        <Button kind="outline" size="s" className="flex-1" busy={end.isPending} onClick={() => decide(end)}>
          {end.label}
        </Button>
      </div>
      {approve && isOwn && <p className="text-12 text-text-2">{t('settings.approve.own')}</p>}
    </div>
  )
}

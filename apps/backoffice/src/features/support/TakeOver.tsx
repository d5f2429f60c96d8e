import { Button } from '@palpite/ui'
import { useState } from 'react'
import { useText } from '../../shared/text.ts'
import { useAssign } from './Owner.tsx'
import { useOwners } from './owners.ts'

type Props = { threadId: string; assignedTo: number }

/** In place of the reply field where a colleague has the chat: who, and how to take it over, which is asked twice. */
export function TakeOver({ threadId, assignedTo }: Props) {
  const t = useText()
  const { own, nameOf } = useOwners()
  const { assign, isBusy } = useAssign({ threadId, assignedTo })
  const [isSure, setSure] = useState(false)
  return (
    <div className="flex flex-wrap items-center justify-between gap-12 border-t border-line bg-surface-1 px-20 py-14 text-13">
      <p role="status" className="min-w-0 wrap-anywhere">
        {t(isSure ? 'support.takeOver.ask' : 'support.takeOver.text', { name: nameOf(assignedTo) })}
      </p>
      <Button
        kind={isSure ? 'primary' : 'outline'}
        size="s"
        busy={isBusy}
        onClick={() => (isSure ? assign(own) : setSure(true))}
      >
        {t(isSure ? 'support.takeOver.confirm' : 'support.takeOver.button')}
      </Button>
    </div>
  )
}

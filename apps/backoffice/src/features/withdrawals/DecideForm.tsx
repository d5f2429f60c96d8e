import { Button } from '@palpite/ui'
import { useState } from 'react'
import { TextArea } from '../../shared/TextArea.tsx'
import { useText } from '../../shared/text.ts'
import type { Outcome } from './use-decide.ts'

type Props = {
  isBusy: boolean
  /** Why approval is impossible, if so. */
  blocked?: string | undefined
  onDecide: (outcome: Outcome, reason: string) => void
}

/** Approves or refuses with a reason; a refusal asks for confirmation, because the money returns at once. */
export function DecideForm({ isBusy, blocked, onDecide }: Props) {
  const t = useText()
  const [reason, setReason] = useState('')
  const [isRefusing, setRefusing] = useState(false)
  const isReady = reason.trim() !== ''
  return (
    <form
      className="grid gap-10"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) onDecide('approve', reason)
      }}
    >
      <TextArea
        label={t('reason.field.label')}
        hint={blocked ?? t('reason.field.hint')}
        rows={2}
        value={reason}
        onChange={setReason}
      />
      {isRefusing ? (
        <div className="grid gap-8">
          <p className="text-13">{t('withdrawals.refuse.sure')}</p>
          <div className="flex gap-8">
            <Button
              kind="danger"
              size="s"
              className="flex-1"
              busy={isBusy}
              disabled={!isReady}
              onClick={() => onDecide('refuse', reason)}
            >
              {t('withdrawals.refuse.confirm')}
            </Button>
            <Button kind="secondary" size="s" onClick={() => setRefusing(false)}>
              {t('form.cancel.label')}
            </Button>
          </div>
        </div>
      ) : (
        <div className="flex gap-8">
          <Button
            submit
            size="s"
            className="flex-1"
            busy={isBusy}
            disabled={!isReady || blocked !== undefined}
          >
            {t('withdrawals.approve.button')}
          </Button>
          <Button kind="outline" size="s" disabled={!isReady} onClick={() => setRefusing(true)}>
            {t('withdrawals.refuse.button')}
          </Button>
        </div>
      )}
    </form>
  )
}

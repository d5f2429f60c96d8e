import { Button, Field, TextInput } from '@palpite/ui'
import { useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { refreshCalls } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { useText } from '../../../shared/text/text.ts'
import { toast } from '../../../shared/toasts.ts'
import { Card } from '../parts/Card.tsx'

/** For players who registered without a code: enter the inviter's. */
export function AcceptCode() {
  const t = useText()
  const [code, setCode] = useState('')
  const accepting = useCommand({
    mutationFn: () => api('POST /api/app/rewards/invitations/accept', { body: { code: code.trim() } }),
    onSuccess: async () => {
      toast(t('rewards.accept.done'))
      await refreshCalls('GET /api/app/rewards/invitations')
    },
  })
  return (
    <Card title={t('rewards.accept.title')}>
      <form
        className="grid grid-cols-[1fr_auto] items-end gap-8 zoomed:grid-cols-1"
        onSubmit={(event) => {
          event.preventDefault()
          if (code.trim() !== '') accepting.mutate()
        }}
      >
        <Field label={t('rewards.accept.label')}>
          <TextInput
            value={code}
            maxLength={20}
            autoComplete="off"
            onChange={(event) => setCode(event.target.value)}
          />
        </Field>
        <Button submit size="m" busy={accepting.isPending} disabled={code.trim() === ''}>
          {t('rewards.accept.action')}
        </Button>
      </form>
    </Card>
  )
}

import { Button } from '@palpite/ui'
import { api } from '../../../shared/api/api.ts'
import { closeOverlay } from '../../../shared/overlays.ts'
import { queryClient } from '../../../shared/query.ts'
import { userInfoKey } from '../../../shared/session.ts'
import { useText } from '../../../shared/text/text.ts'
import { toast } from '../../../shared/toasts.ts'
import { CodeForm } from '../password/CodeForm.tsx'

type Props = { email: string; onBack: () => void }

/** Step two: the code that was mailed to the new address. */
export function NewEmailCodeStep({ email, onBack }: Props) {
  const t = useText()
  const onRight = () => {
    void queryClient.invalidateQueries({ queryKey: userInfoKey })
    toast(t('account.newEmail.done'), { icon: 'check-circle-fill' })
    closeOverlay()
  }
  return (
    <CodeForm
      mailed={t('account.newEmail.mailed', { email })}
      incomplete={t('account.forgot.enterCode')}
      send={(code) => api('POST /api/app/user/changeEmail', { body: { code }, inline: true })}
      onRight={onRight}
    >
      <Button kind="ghost" size="s" onClick={onBack}>
        {t('account.forgot.otherEmail')}
      </Button>
    </CodeForm>
  )
}

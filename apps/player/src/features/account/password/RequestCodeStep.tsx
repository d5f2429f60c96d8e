import { Button, FormAction } from '@palpite/ui'
import { type FormEvent, useState } from 'react'
import { useCommand } from '../../../shared/api/use-command.ts'
import { useText } from '../../../shared/text/text.ts'
import { toast } from '../../../shared/toasts.ts'
import { EmailField } from '../enter/EmailField.tsx'
import { sendCode } from './reset.ts'

type Props = { email: string; onEmail: (email: string) => void; onSent: () => void }

/** Step one: where to mail the code. */
export function RequestCodeStep({ email, onEmail, onSent }: Props) {
  const t = useText()
  const [isMissing, setIsMissing] = useState(false)
  const sending = useCommand({
    mutationFn: sendCode,
    onSuccess: () => {
      toast(t('account.forgot.sent'), { icon: 'envelope-simple' })
      onSent()
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    setIsMissing(email === '')
    if (email !== '') sending.mutate(email)
  }
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-14">
      <p className="text-14 text-text-2">{t('account.forgot.about')}</p>
      <EmailField email={email} onEmail={onEmail} />
      {isMissing && email === '' && (
        <p role="alert" className="text-12 font-500 text-loss">
          {t('account.forgot.incomplete')} {t('account.forgot.enterEmail')}
        </p>
      )}
      <FormAction>
        <Button block submit busy={sending.isPending}>
          {t('account.forgot.send')}
        </Button>
      </FormAction>
    </form>
  )
}

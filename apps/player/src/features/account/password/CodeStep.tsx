import { Button, Countdown } from '@palpite/ui'
import { useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { useText } from '../../../shared/text/text.ts'
import { toast } from '../../../shared/toasts.ts'
import { CodeForm } from './CodeForm.tsx'
import { sendCode } from './reset.ts'

/** The wait before another code may be requested. */
const resendMs = 60_000

type Props = { email: string; onBack: () => void; onRight: (chkId: string) => void }

/** Step two: the mailed code. */
export function CodeStep({ email, onBack, onRight }: Props) {
  const t = useText()
  return (
    <CodeForm
      mailed={t('account.forgot.mailed', { email })}
      incomplete={`${t('account.forgot.incomplete')} ${t('account.forgot.enterCode')}`}
      send={(code) => api('POST /api/app/main/RESETPWD/checkEmail', { body: { email, code }, inline: true })}
      onRight={onRight}
    >
      <div className="flex flex-wrap items-center justify-between gap-8">
        <Button kind="ghost" size="s" onClick={onBack}>
          {t('account.forgot.otherEmail')}
        </Button>
        <Resend email={email} />
      </div>
    </CodeForm>
  )
}

function Resend({ email }: { email: string }) {
  const t = useText()
  const [opensAt, setOpensAt] = useState(() => Date.now() + resendMs)
  const [isOpen, setIsOpen] = useState(false)
  const sending = useCommand({
    mutationFn: sendCode,
    onSuccess: () => {
      toast(t('account.forgot.sent'), { icon: 'envelope-simple' })
      setIsOpen(false)
      setOpensAt(Date.now() + resendMs)
    },
  })
  if (isOpen) {
    return (
      <Button kind="ghost" size="s" busy={sending.isPending} onClick={() => sending.mutate(email)}>
        {t('account.forgot.resend')}
      </Button>
    )
  }
  return (
    <span className="flex min-h-44 items-center gap-4 px-14 text-13 text-text-2">
      {t('account.forgot.resendIn')}
      <Countdown endsAt={opensAt} onEnd={() => setIsOpen(true)} className="font-600 text-text" />
    </span>
  )
}

import { Button, Countdown, FormAction } from '@palpite/ui'
import { type FormEvent, useRef, useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { serverMessageOf } from '../../../shared/api/api-error.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { useText } from '../../../shared/text/text.ts'
import { toast } from '../../../shared/toasts.ts'
import { CodeBoxes, codeLength } from './CodeBoxes.tsx'
import { sendCode } from './reset.ts'

/** How long until the code may be asked for again. */
const resendMs = 60_000

type Props = { email: string; onBack: () => void; onRight: (chkId: string) => void }

/** Step two: the code that was mailed. The sixth digit sends it. */
export function CodeStep({ email, onBack, onRight }: Props) {
  const t = useText()
  const [code, setCode] = useState('')
  const boxes = useRef<HTMLInputElement>(null)
  const [isIncomplete, setIsIncomplete] = useState(false)
  const checking = useCommand({
    mutationFn: (typed: string) =>
      api('POST /api/app/main/RESETPWD/checkEmail', { body: { email, code: typed }, inline: true }),
    onSuccess: onRight,
    onError: () => {
      // The next code is typed, not the wrong one mended: the boxes stand empty, ready for its first digit.
      setCode('')
      boxes.current?.focus()
    },
  })
  const change = (typed: string) => {
    setCode(typed)
    setIsIncomplete(false)
    if (checking.isError) checking.reset()
    if (typed.length === codeLength && typed !== code) checking.mutate(typed)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const isComplete = code.length === codeLength
    setIsIncomplete(!isComplete)
    if (isComplete) checking.mutate(code)
  }
  const error = isIncomplete
    ? `${t('account.forgot.incomplete')} ${t('account.forgot.enterCode')}`
    : checking.isError
      ? serverMessageOf(checking.error) || t('app.connection.slow')
      : undefined
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-14">
      <p className="text-14 text-text-2">{t('account.forgot.mailed', { email })}</p>
      <CodeBoxes ref={boxes} label={t('account.forgot.code')} code={code} onCode={change} error={error} />
      <FormAction>
        <Button block submit busy={checking.isPending}>
          {t('account.forgot.confirm')}
        </Button>
      </FormAction>
      <div className="flex flex-wrap items-center justify-between gap-8">
        <Button kind="ghost" size="s" onClick={onBack}>
          {t('account.forgot.otherEmail')}
        </Button>
        <Resend email={email} />
      </div>
    </form>
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

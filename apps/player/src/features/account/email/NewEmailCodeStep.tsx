import { Button, FormAction } from '@palpite/ui'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { serverMessageOf } from '../../../shared/api/api-error.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { closeOverlay } from '../../../shared/overlays.ts'
import { queryClient } from '../../../shared/query.ts'
import { userInfoKey } from '../../../shared/session.ts'
import { useText } from '../../../shared/text/text.ts'
import { toast } from '../../../shared/toasts.ts'
import { CodeBoxes, codeLength } from '../password/CodeBoxes.tsx'

type Props = { email: string; onBack: () => void }

/** Step two: the code that was mailed to the new address. The sixth digit sends it. */
export function NewEmailCodeStep({ email, onBack }: Props) {
  const t = useText()
  const [code, setCode] = useState('')
  const [isIncomplete, setIsIncomplete] = useState(false)
  const boxes = useFocusedBoxes()
  const changing = useCommand({
    mutationFn: (typed: string) =>
      api('POST /api/app/user/changeEmail', { body: { code: typed }, inline: true }),
    onSuccess: () => {
      void queryClient.invalidateQueries({ queryKey: userInfoKey })
      toast(t('account.newEmail.done'), { icon: 'check-circle-fill' })
      closeOverlay()
    },
    onError: () => {
      setCode('')
      boxes.current?.focus()
    },
  })
  const change = (typed: string) => {
    setCode(typed)
    setIsIncomplete(false)
    if (changing.isError) changing.reset()
    if (typed.length === codeLength && typed !== code) changing.mutate(typed)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const isComplete = code.length === codeLength
    setIsIncomplete(!isComplete)
    if (isComplete) changing.mutate(code)
  }
  const error = isIncomplete
    ? t('account.forgot.enterCode')
    : changing.isError
      ? serverMessageOf(changing.error) || t('app.connection.slow')
      : undefined
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-14">
      <p className="text-14 text-text-2">{t('account.newEmail.mailed', { email })}</p>
      <CodeBoxes ref={boxes} label={t('account.forgot.code')} code={code} onCode={change} error={error} />
      <FormAction>
        <Button block submit busy={changing.isPending}>
          {t('account.forgot.confirm')}
        </Button>
      </FormAction>
      <Button kind="ghost" size="s" onClick={onBack}>
        {t('account.forgot.otherEmail')}
      </Button>
    </form>
  )
}

/** The button that led here has gone: the focus goes to the first digit. */
function useFocusedBoxes() {
  const boxes = useRef<HTMLInputElement>(null)
  useEffect(() => boxes.current?.focus(), [])
  return boxes
}

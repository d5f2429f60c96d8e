import { Button, FormAction } from '@palpite/ui'
import { type FormEvent, useState } from 'react'
import { apiMessage } from '../../../shared/api/api.ts'
import { refusalCode, serverMessageOf } from '../../../shared/api/api-error.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { useText } from '../../../shared/text/text.ts'
import { PasswordPair } from './PasswordPair.tsx'

type Props = {
  email: string
  chkId: string
  /** With the server's message. */
  onSet: (message: string) => void
  /** The code's validity ended: the reset starts over. */
  onExpired: () => void
}

/** Step three: the new password. */
export function NewPasswordStep({ email, chkId, onSet, onExpired }: Props) {
  const t = useText()
  const [pair, setPair] = useState({ password: '', repeated: '' })
  const [problem, setProblem] = useState<string>()
  const setting = useCommand({
    mutationFn: (nPwd: string) =>
      apiMessage('POST /api/app/main/setPwd', { body: { nPwd, chkId }, inline: true }),
    onSuccess: onSet,
    onError: (error) => setProblem(serverMessageOf(error) || t('app.connection.slow')),
  })
  const hasExpired = refusalCode(setting.error) === 'wrong_reset_code'
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (hasExpired) return onExpired()
    const { password, repeated } = pair
    if (password === '' || repeated === '') return setProblem(t('account.forgot.incomplete'))
    if (password !== repeated) return setProblem(t('account.password.differ'))
    setProblem(undefined)
    setting.mutate(password)
  }
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-14">
      {/* Password managers store the new password under the name beside it. */}
      <input type="email" name="email" value={email} autoComplete="username" readOnly hidden />
      <PasswordPair pair={pair} onPair={setPair} label={t('account.password.wanted')} />
      {problem !== undefined && (
        <p role="alert" className="text-12 font-500 text-loss">
          {problem}
        </p>
      )}
      <FormAction>
        <Button block submit busy={setting.isPending}>
          {t(hasExpired ? 'account.forgot.again' : 'account.forgot.set')}
        </Button>
      </FormAction>
    </form>
  )
}

import { Button, FormAction, Sheet } from '@palpite/ui'
import { type FormEvent, useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { refusalCode, serverMessageOf } from '../../../shared/api/api-error.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { closeOverlay } from '../../../shared/overlays.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { PasswordField } from '../../../shared/PasswordField.tsx'
import { useText } from '../../../shared/text/text.ts'
import { toast } from '../../../shared/toasts.ts'
import { useUser } from '../../../shared/use-user.ts'
import { PasswordPair } from './PasswordPair.tsx'

/** Where the error is: at a field, or of the whole form. */
type Place = 'present' | 'wanted' | 'repeated' | 'form'

const placeOfCode: Readonly<Record<string, Place>> = {
  wrong_password: 'present',
  weak_password: 'wanted',
  passwords_differ: 'repeated',
}

/** Changes the password by the current one. This session stays; others end. */
export function ChangePasswordSheet() {
  const t = useText()
  const user = useUser()
  const [present, setPresent] = useState('')
  const [pair, setPair] = useState({ password: '', repeated: '' })
  const [problem, setProblem] = useState<{ at: Place; says: string }>()
  const changing = useCommand({
    mutationFn: () =>
      api('POST /api/app/user/changePwd', {
        body: { oPwd: present, nPwd: pair.password, nPwd1: pair.repeated },
        inline: true,
      }),
    onSuccess: () => {
      toast(t('account.change.done'), { icon: 'check-circle-fill' })
      closeOverlay()
    },
    onError: (error) =>
      setProblem({
        at: placeOfCode[refusalCode(error) ?? ''] ?? 'form',
        says: serverMessageOf(error) || t('app.connection.slow'),
      }),
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const wrong = whatIsWrong(present, pair)
    setProblem(wrong && { at: wrong.at, says: t(wrong.text) })
    if (!wrong) changing.mutate()
  }
  const problemAt = (place: Place) => (problem?.at === place ? problem.says : undefined)
  return (
    <Sheet title={t('account.change.title')} closeLabel={t('app.close.label')} onClose={closeOverlay}>
      <form noValidate onSubmit={onSubmit} className="grid gap-14 px-16 pb-12">
        <input type="email" name="email" value={user?.email ?? ''} autoComplete="username" readOnly hidden />
        <PasswordField
          label={t('account.change.present')}
          error={problemAt('present')}
          value={present}
          onValue={setPresent}
        />
        <PasswordPair
          pair={pair}
          onPair={setPair}
          label={t('account.password.wanted')}
          errors={{ password: problemAt('wanted'), repeated: problemAt('repeated') }}
        />
        {problem?.at === 'form' && (
          <p role="alert" className="text-12 font-500 text-loss">
            {problem.says}
          </p>
        )}
        <FormAction>
          <Button block submit busy={changing.isPending}>
            {t('account.change.submit')}
          </Button>
        </FormAction>
        <p className="text-12 text-text-3">{t('account.change.hint')}</p>
        <p className="text-12 text-text-3">{t('account.secret.waits')}</p>
      </form>
    </Sheet>
  )
}

const whatIsWrong = (
  present: string,
  { password, repeated }: { password: string; repeated: string },
): { at: Place; text: TextKey } | undefined => {
  if (present === '') return { at: 'present', text: 'account.change.presentMissing' }
  if (password === '') return { at: 'wanted', text: 'account.change.wantedMissing' }
  if (repeated === '') return { at: 'repeated', text: 'account.change.repeatMissing' }
  return password === repeated ? undefined : { at: 'repeated', text: 'account.password.differ' }
}

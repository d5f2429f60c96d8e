import { Button, CopyButton, Field, QrCode, TextInput } from '@palpite/ui'
import { qrPathOf } from '@palpite/ui/qr-path'
import { useState } from 'react'
import { useCommand } from '../shared/ask-again.ts'
import { wordsOf } from '../shared/failure.ts'
import type { Me } from '../shared/me.ts'
import { useText } from '../shared/text.ts'
import { Gate } from './Gate.tsx'
import { useSignOut } from './use-sign-out.ts'

/** Asks for an authenticator code, after setting up the app if needed, before anything else. */
export function SecondFactor({ me }: { me: Me }) {
  const t = useText()
  const signOut = useSignOut()
  const enrol = useCommand('POST /api/backoffice/session/enrolSecondFactor')
  const isNew = me.secondFactor === 'enrol'
  return (
    <Gate
      title={t(isNew ? 'secondfactor.enrol.title' : 'secondfactor.code.title')}
      text={t(isNew ? 'secondfactor.enrol.text' : 'secondfactor.code.text')}
    >
      <div className="grid gap-14">
        {isNew && enrol.data && <NewSecret {...enrol.data} />}
        {isNew && !enrol.data ? (
          <Button size="m" block busy={enrol.isPending} onClick={() => enrol.mutate({})}>
            {t('secondfactor.enrol.button')}
          </Button>
        ) : (
          <CodeForm />
        )}
        {enrol.error && <p className="text-13 text-loss">{wordsOf(enrol.error, t)}</p>}
        {!isNew && <p className="text-12 text-text-2">{t('secondfactor.lost.text')}</p>}
        <Button kind="ghost" size="s" block onClick={signOut}>
          {t('shell.signout.label')}
        </Button>
      </div>
    </Gate>
  )
}

/** The secret as QR code and text, shown once. */
function NewSecret({ secret, uri }: { secret: string; uri: string }) {
  const t = useText()
  return (
    <div className="grid justify-items-center gap-10">
      <QrCode {...qrPathOf(uri)} label={t('secondfactor.qr.label')} className="size-180 rounded-11" />
      <code className="text-13 wrap-anywhere">{secret}</code>
      <CopyButton
        text={secret}
        label={t('secondfactor.secret.copy')}
        copiedLabel={t('operators.created.copied')}
      />
    </div>
  )
}

function CodeForm() {
  const t = useText()
  const [code, setCode] = useState('')
  const give = useCommand('POST /api/backoffice/session/giveSecondFactor')
  return (
    <form
      className="grid gap-14"
      onSubmit={(event) => {
        event.preventDefault()
        give.mutate({ body: { code } }, { onError: () => setCode('') })
      }}
    >
      <Field
        label={t('secondfactor.code.label')}
        hint={t('secondfactor.code.hint')}
        error={give.error ? wordsOf(give.error, t) : undefined}
      >
        <TextInput
          size="s"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          pattern="[0-9]{6}"
          maxLength={6}
          value={code}
          onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, ''))}
        />
      </Field>
      <Button submit size="m" block busy={give.isPending} disabled={code.length !== 6}>
        {t('secondfactor.code.button')}
      </Button>
    </form>
  )
}

import { Field, TextInput } from '@palpite/ui'
import { type FormEvent, useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { refusalCode, serverMessageOf } from '../../../shared/api/api-error.ts'
import { useCall } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { PasswordField } from '../../../shared/PasswordField.tsx'
import { text, useText } from '../../../shared/text/text.ts'
import { deviceName } from '../devices/device-name.ts'
import { FactorCodeField } from '../second-factor/FactorCodeField.tsx'
import { useFirstFocus } from '../../../shared/use-first-focus.ts'
import { StepActions } from '../StepActions.tsx'
import { makePasskey, PasskeyError } from './browser.ts'

/** The longest name the server accepts. */
const maxNameLength = 40

type Place = 'name' | 'password' | 'code' | 'form'
type Props = { onBack: () => void; onAdded: () => void }

/**
 * Adds a passkey by password, and code if there is a second factor: the server sends options, the browser creates it,
 * the server stores it by name.
 */
type Added = { name: string; pwd: string; code: string | undefined }

const addPasskey = async ({ name, pwd, code }: Added): Promise<void> => {
  const body = { pwd, ...(code !== undefined && { code }) }
  const creation = await api('POST /api/app/user/newPasskey', { body, inline: true })
  const made = await makePasskey(creation)
  await api('POST /api/app/user/addPasskey', { body: { ...made, name }, inline: true })
}

/** Name and password; then the browser asks for finger, face or PIN. */
export function AddPasskeyStep({ onBack, onAdded }: Props) {
  const t = useText()
  const nameInput = useFirstFocus<HTMLInputElement>()
  const [name, setName] = useState(() => deviceName(navigator.userAgent) ?? '')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const hasFactor = useCall('GET /api/app/user/secondFactor', {}).data?.since != null
  const [problem, setProblem] = useState<{ at: Place; says: string }>()
  const adding = useCommand({
    mutationFn: addPasskey,
    onSuccess: onAdded,
    onError: (error) =>
      setProblem({
        at: placeOf(error),
        says: sentenceOf(error),
      }),
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (name.trim() === '') return setProblem({ at: 'name', says: t('account.passkeys.nameMissing') })
    if (password === '') return setProblem({ at: 'password', says: t('account.change.presentMissing') })
    setProblem(undefined)
    return adding.mutate({ name, pwd: password, code: hasFactor ? code : undefined })
  }
  const problemAt = (place: Place) => (problem?.at === place ? problem.says : undefined)
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-14">
      <Field
        label={t('account.passkeys.name')}
        hint={t('account.passkeys.nameHint')}
        error={problemAt('name')}
      >
        <TextInput
          ref={nameInput}
          name="passkey-name"
          autoComplete="off"
          maxLength={maxNameLength}
          enterKeyHint="next"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <PasswordField
        label={t('account.change.present')}
        error={problemAt('password')}
        value={password}
        onValue={setPassword}
      />
      {hasFactor && <FactorCodeField code={code} onCode={setCode} error={problemAt('code')} />}
      {problem?.at === 'form' && (
        <p role="alert" className="text-12 font-500 text-loss">
          {problem.says}
        </p>
      )}
      <StepActions action={t('account.passkeys.add')} isBusy={adding.isPending} onBack={onBack} />
    </form>
  )
}

const places: Readonly<Record<string, Place>> = { wrong_password: 'password', wrong_second_factor: 'code' }
const placeOf = (error: unknown): Place => places[refusalCode(error) ?? ''] ?? 'form'

function sentenceOf(error: unknown): string {
  if (!(error instanceof PasskeyError)) return serverMessageOf(error) || text('app.connection.slow')
  return text(error.reason === 'known' ? 'account.passkeys.known' : 'account.passkeys.notMade')
}

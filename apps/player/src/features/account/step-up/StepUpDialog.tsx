import { Button, Icon, useModal } from '@palpite/ui'
import { type FormEvent, useId, useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { serverMessageOf } from '../../../shared/api/api-error.ts'
import { useCall } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { text, useText } from '../../../shared/text/text.ts'
import { useFirstFocus } from '../../../shared/use-first-focus.ts'
import { knowsPasskeys, PasskeyError, signWithPasskey } from '../passkeys/browser.ts'
import { FactorCodeField } from '../second-factor/FactorCodeField.tsx'

type Props = { onDone: (isProven: boolean) => void }

/** Asks for the second factor again: an app or recovery code, or a passkey. Esc cancels. */
export function StepUpDialog({ onDone }: Props) {
  const t = useText()
  const titleId = useId()
  const dialog = useModal({ onCancel: () => onDone(false) })
  const codeInput = useFirstFocus<HTMLInputElement>()
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string>()
  const passkeys = useCall('GET /api/app/user/passkeys', { loading: false }).data?.passkeys ?? []
  const proving = useCommand({
    mutationFn: prove,
    onSuccess: () => onDone(true),
    onError: (error) => {
      setCode('')
      setProblem(sentenceOf(error))
      codeInput.current?.focus()
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() === '') return setProblem(t('account.factor.codeMissing'))
    setProblem(undefined)
    return proving.mutate({ code: code.trim() })
  }
  return (
    <dialog ref={dialog} aria-labelledby={titleId} className="alert z-70">
      <form noValidate onSubmit={onSubmit} className="grid gap-14">
        <div className="grid justify-items-center gap-10 text-center">
          <Icon name="shield-check" className="size-40 text-info" />
          <h2 id={titleId} className="text-18 font-800 tracking-tighter text-balance">
            {t('account.stepUp.title')}
          </h2>
          <p className="text-14 text-balance text-text-2">{t('account.stepUp.about')}</p>
        </div>
        <FactorCodeField ref={codeInput} code={code} onCode={setCode} error={problem} />
        <div className="grid gap-8">
          <Button block submit busy={proving.isPending}>
            {t('account.stepUp.submit')}
          </Button>
          {passkeys.length > 0 && knowsPasskeys() && (
            <Button
              kind="secondary"
              block
              busy={proving.isPending}
              onClick={() => proving.mutate({ code: undefined })}
            >
              <Icon name="fingerprint" className="size-22" />
              {t('account.stepUp.passkey')}
            </Button>
          )}
          <Button kind="ghost" block onClick={() => onDone(false)}>
            {t('account.stepUp.cancel')}
          </Button>
        </div>
      </form>
    </dialog>
  )
}

/** By code, or by passkey if none was typed. */
async function prove({ code }: { code: string | undefined }): Promise<void> {
  if (code !== undefined) {
    await api('POST /api/app/user/stepUp', { body: { code }, inline: true })
    return
  }
  const body = await signWithPasskey(await api('POST /api/app/user/stepUpChallenge', { inline: true }))
  await api('POST /api/app/user/stepUpByPasskey', { body, inline: true })
}

const sentenceOf = (error: unknown): string =>
  error instanceof PasskeyError
    ? text('account.stepUp.passkeyUnused')
    : serverMessageOf(error) || text('app.connection.slow')

import { Button, Icon } from '@palpite/ui'
import { useMutation } from '@tanstack/react-query'
import { ApiError, ask } from '../shared/api.ts'
import { wordsOf } from '../shared/failure.ts'
import { knowsPasskeys, signWithPasskey } from '../shared/passkeys.ts'
import { beginSession } from '../shared/session.ts'
import { useText } from '../shared/text.ts'

/** Login by passkey, which is both factors; hidden without browser support. */
export function PasskeySignIn() {
  const t = useText()
  const signIn = useMutation({
    mutationFn: async () => {
      const signed = await signWithPasskey(await ask('POST /api/backoffice/session/passkeyChallenge'))
      return ask('POST /api/backoffice/session/signInWithPasskey', { body: signed })
    },
    onSuccess: ({ token }) => beginSession(token),
  })
  if (!knowsPasskeys()) return null
  const { error } = signIn
  return (
    <div className="mt-14 grid gap-8">
      <Button kind="outline" size="m" block busy={signIn.isPending} onClick={() => signIn.mutate()}>
        <Icon name="fingerprint" className="size-20" />
        {t('passkeys.signin.button')}
      </Button>
      {error && (
        <p role="alert" className="text-13 text-loss">
          {error instanceof ApiError ? wordsOf(error, t) : t('passkeys.left.text')}
        </p>
      )}
    </div>
  )
}

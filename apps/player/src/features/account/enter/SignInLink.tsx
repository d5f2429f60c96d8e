import { api } from '../../../shared/api/api.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { useText } from '../../../shared/text/text.ts'
import { canBeEmail } from './email-check.ts'

/** Requests a sign-in link without password, mailed to the address in the form. */
export function SignInLink({ email }: { email: string }) {
  const t = useText()
  const asking = useCommand({
    mutationFn: () => api('POST /api/auth/user/signInLink', { body: { email } }),
  })
  if (asking.isSuccess) {
    return (
      <p role="status" className="text-center text-13 text-text-2">
        {t('account.link.sent')}
      </p>
    )
  }
  return (
    <button
      type="button"
      disabled={!canBeEmail(email)}
      onClick={() => asking.mutate()}
      className="tap mx-auto cursor-pointer px-8 text-13 font-600 text-brand-text hover:underline disabled:no-underline disabled:text-text-disabled"
    >
      {t('account.link.ask')}
    </button>
  )
}

import { Button, useModal } from '@palpite/ui'
import { useId } from 'react'
import { api } from '../shared/api/api.ts'
import { useCommand } from '../shared/api/use-command.ts'
import { logOut } from '../shared/log-out.ts'
import { helpHref } from '../shared/paths.ts'
import { RichText } from '../shared/text/RichText.tsx'
import { useText } from '../shared/text/text.ts'
import { refreshUser } from '../shared/use-user.ts'

type Props = { version: string }

/** Asks a player to accept terms that changed. They accept them or log out; Esc does not close the dialog. */
export function TermsDialog({ version }: Props) {
  const t = useText()
  const titleId = useId()
  const dialog = useModal({ onCancel: () => undefined })
  const accepting = useCommand({
    mutationFn: async () => {
      try {
        await api('POST /api/app/user/acceptTerms', { body: { version } })
      } finally {
        await refreshUser() // which states whether terms must be accepted, and which
      }
    },
  })
  const terms = (words: string) => (
    <a
      href={helpHref('terms')}
      target="_blank"
      rel="noopener"
      className="font-600 text-brand-text underline underline-offset-2 hover:no-underline"
    >
      {words}
    </a>
  )
  return (
    <dialog ref={dialog} role="alertdialog" aria-labelledby={titleId} className="alert z-70">
      <h2 id={titleId} className="text-center text-18 font-800 tracking-tighter text-balance">
        {t('protection.terms.title')}
      </h2>
      <p className="mt-10 text-center text-14 text-text-2">
        <RichText text={t('protection.terms.text')} marks={{ terms }} />
      </p>
      <div className="mt-18 grid gap-8">
        <Button block busy={accepting.isPending} onClick={() => accepting.mutate()}>
          {t('protection.terms.accept')}
        </Button>
        <Button kind="ghost" block onClick={() => void logOut()}>
          {t('app.account.logOut')}
        </Button>
      </div>
    </dialog>
  )
}

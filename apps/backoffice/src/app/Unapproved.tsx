import { Button } from '@palpite/ui'
import type { Me } from '../shared/me.ts'
import { useText } from '../shared/text.ts'
import { Gate } from './Gate.tsx'
import { useSignOut } from './use-sign-out.ts'

/** Tells a new operator that a second operator must approve the account first. */
export function Unapproved({ me }: { me: Me }) {
  const t = useText()
  const signOut = useSignOut()
  return (
    <Gate title={t('unapproved.head.title')} text={t('unapproved.head.text', { email: me.email })}>
      <Button kind="secondary" size="m" block onClick={signOut}>
        {t('shell.signout.label')}
      </Button>
    </Gate>
  )
}

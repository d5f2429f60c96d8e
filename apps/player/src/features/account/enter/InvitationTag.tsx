import { StatusTag } from '@palpite/ui'
import { invitationCode } from '../../../shared/session.ts'
import { useText } from '../../../shared/text/text.ts'

/** The invitation code sent with the registration. Its owner is checked only then, so nothing is promised. */
export function InvitationTag() {
  const t = useText()
  const code = invitationCode()
  if (code === '') return null
  return (
    <div className="justify-self-start">
      <StatusTag tone="brand" icon="gift-duotone">
        {t('account.register.invited', { code })}
      </StatusTag>
    </div>
  )
}

import { Sheet } from '@palpite/ui'
import { useState } from 'react'
import { closeOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { AskEmailStep } from './AskEmailStep.tsx'
import { NewEmailCodeStep } from './NewEmailCodeStep.tsx'

/** Changes the e-mail by password and a code mailed there. This session stays; others end. */
export function ChangeEmailSheet() {
  const t = useText()
  const [email, setEmail] = useState('')
  const [isMailed, setIsMailed] = useState(false)
  return (
    <Sheet title={t('account.newEmail.title')} closeLabel={t('app.close.label')} onClose={closeOverlay}>
      <div className="grid gap-14 px-16 pb-12">
        {isMailed ? (
          <NewEmailCodeStep email={email} onBack={() => setIsMailed(false)} />
        ) : (
          <AskEmailStep email={email} onEmail={setEmail} onMailed={() => setIsMailed(true)} />
        )}
        <p className="text-12 text-text-3">{t('account.newEmail.hint')}</p>
        <p className="text-12 text-text-3">{t('account.secret.waits')}</p>
      </div>
    </Sheet>
  )
}

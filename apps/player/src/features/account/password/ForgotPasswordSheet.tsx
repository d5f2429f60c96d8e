import { Sheet } from '@palpite/ui'
import { useEffect, useRef, useState } from 'react'
import { closeOverlay, openOverlay, type OverlayInputs } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { toast } from '../../../shared/toasts.ts'
import { RequestCodeStep } from './RequestCodeStep.tsx'
import { CodeStep } from './CodeStep.tsx'
import { NewPasswordStep } from './NewPasswordStep.tsx'
import { Steps } from './Steps.tsx'

type Place = 'email' | 'code' | 'password'
const places: readonly Place[] = ['email', 'code', 'password']

/** Password reset in three steps: e-mail, mailed code, new password. */
export function ForgotPasswordSheet({ email: given = '' }: OverlayInputs['forgotPassword']) {
  const t = useText()
  const [place, setPlace] = useState<Place>('email')
  const [email, setEmail] = useState(given)
  const [chkId, setChkId] = useState('')
  const steps = useFirstField(place)

  const onSet = (message: string) => {
    toast(message || t('account.forgot.done'), { icon: 'check-circle-fill' })
    openOverlay('login', { tab: 'login', email })
  }
  return (
    <Sheet title={t('account.forgot.title')} closeLabel={t('app.close.label')} onClose={closeOverlay}>
      <div ref={steps} className="grid gap-18 px-16 pb-12">
        <Steps
          label={t('account.forgot.steps')}
          at={places.indexOf(place)}
          names={[
            t('account.forgot.step.email'),
            t('account.forgot.step.code'),
            t('account.forgot.step.password'),
          ]}
        />
        {place === 'email' && (
          <RequestCodeStep email={email} onEmail={setEmail} onSent={() => setPlace('code')} />
        )}
        {place === 'code' && (
          <CodeStep
            email={email}
            onBack={() => setPlace('email')}
            onRight={(allowed) => {
              setChkId(allowed)
              setPlace('password')
            }}
          />
        )}
        {place === 'password' && (
          <NewPasswordStep email={email} chkId={chkId} onSet={onSet} onExpired={() => setPlace('email')} />
        )}
      </div>
    </Sheet>
  )
}

/** Moves the focus to a new step's first field: the pressed button is gone. */
function useFirstField(place: Place) {
  const steps = useRef<HTMLDivElement>(null)
  const shown = useRef(place)
  useEffect(() => {
    if (shown.current === place) return
    shown.current = place
    steps.current?.querySelector<HTMLElement>('input:not([hidden])')?.focus()
  }, [place])
  return steps
}

import { Sheet } from '@palpite/ui'
import { useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { refreshCalls, useCall } from '../../../shared/api/use-call.ts'
import { Loaded } from '../../../shared/Loaded.tsx'
import { closeOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { toast } from '../../../shared/toasts.ts'
import { ConfirmStep } from './ConfirmStep.tsx'
import { FactorState } from './FactorState.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import { SetUpStep } from './SetUpStep.tsx'

type Step =
  | { kind: 'state' | 'setUp' | 'turnOff' | 'renew'; isOnAlready?: boolean }
  | { kind: 'codes'; codes: readonly string[] }

/** Shows whether two-step verification is on, turns it on and off, and renews its recovery codes. */
export function SecondFactorSheet() {
  const t = useText()
  const [step, setStep] = useState<Step>({ kind: 'state' })
  const factor = useCall('GET /api/app/user/secondFactor', {})
  const back = () => setStep({ kind: 'state' })
  const onCodes = (codes: readonly string[]) => {
    void refreshCalls('GET /api/app/user/secondFactor')
    setStep({ kind: 'codes', codes })
  }
  const onIsOn = () => {
    void refreshCalls('GET /api/app/user/secondFactor')
    setStep({ kind: 'state', isOnAlready: true })
  }
  const onOff = () => {
    toast(t('account.factor.offDone'), { icon: 'check-circle-fill' })
    void refreshCalls('GET /api/app/user/secondFactor')
    back()
  }
  return (
    <Sheet title={t('account.factor.title')} closeLabel={t('app.close.label')} onClose={closeOverlay}>
      <div className="grid gap-14 px-16 pb-12">
        {step.kind === 'codes' ? (
          <RecoveryCodes codes={step.codes} onDone={back} />
        ) : step.kind === 'setUp' ? (
          <SetUpStep onBack={back} onCodes={onCodes} onIsOn={onIsOn} />
        ) : step.kind === 'turnOff' ? (
          <ConfirmStep
            hint={t('account.factor.offHint')}
            action={t('account.factor.off')}
            isDanger
            send={(body) => api('POST /api/app/user/removeSecondFactor', { body, inline: true })}
            onBack={back}
            onDone={onOff}
          />
        ) : step.kind === 'renew' ? (
          <ConfirmStep
            hint={t('account.factor.renewHint')}
            action={t('account.factor.renew')}
            send={(body) => api('POST /api/app/user/newRecoveryCodes', { body, inline: true })}
            onBack={back}
            onDone={({ recoveryCodes }) => onCodes(recoveryCodes)}
          />
        ) : (
          <Loaded query={factor} skeleton={['h-64', 'h-64']} gap="gap-14">
            {(data) => (
              <FactorState
                {...data}
                isOnAlready={step.isOnAlready ?? false}
                onStep={(kind) => setStep({ kind })}
              />
            )}
          </Loaded>
        )}
      </div>
    </Sheet>
  )
}

import { Sheet } from '@palpite/ui'
import { useState } from 'react'
import { refreshCalls, useCall } from '../../../shared/api/use-call.ts'
import { Loaded } from '../../../shared/Loaded.tsx'
import { closeOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { toast } from '../../../shared/toasts.ts'
import { AddPasskeyStep } from './AddPasskeyStep.tsx'
import { PasskeyList } from './PasskeyList.tsx'
import type { Passkey } from './PasskeyRow.tsx'
import { RemovePasskeyStep } from './RemovePasskeyStep.tsx'

type Step = { kind: 'list'; isBack: boolean } | { kind: 'add' } | { kind: 'remove'; passkey: Passkey }

/** The account's passkeys: list, add and remove by password. */
export function PasskeysSheet() {
  const t = useText()
  const [step, setStep] = useState<Step>({ kind: 'list', isBack: false })
  const passkeys = useCall('GET /api/app/user/passkeys', {})
  const back = () => setStep({ kind: 'list', isBack: true })
  const onDone = (said: string) => {
    toast(said, { icon: 'check-circle-fill' })
    void refreshCalls('GET /api/app/user/passkeys')
    back()
  }
  return (
    <Sheet title={t('account.passkeys.title')} closeLabel={t('app.close.label')} onClose={closeOverlay}>
      <div className="grid gap-14 px-16 pb-12">
        {step.kind === 'add' ? (
          <AddPasskeyStep onBack={back} onAdded={() => onDone(t('account.passkeys.added'))} />
        ) : step.kind === 'remove' ? (
          <RemovePasskeyStep
            passkey={step.passkey}
            onBack={back}
            onRemoved={() => onDone(t('account.passkeys.removed'))}
          />
        ) : (
          <Loaded query={passkeys} skeleton={['h-64', 'h-64']} gap="gap-14">
            {(data) => (
              <PasskeyList
                {...data}
                isBack={step.isBack}
                onAdd={() => setStep({ kind: 'add' })}
                onRemove={(passkey) => setStep({ kind: 'remove', passkey })}
              />
            )}
          </Loaded>
        )}
      </div>
    </Sheet>
  )
}

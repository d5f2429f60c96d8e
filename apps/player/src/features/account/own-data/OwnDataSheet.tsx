import { Button, FormAction, Sheet } from '@palpite/ui'
import { useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { useCall } from '../../../shared/api/use-call.ts'
import { Loaded } from '../../../shared/Loaded.tsx'
import { closeOverlay } from '../../../shared/overlays.ts'
import { saveFile } from '../../../shared/save-file.ts'
import { useText } from '../../../shared/text/text.ts'
import { toast } from '../../../shared/toasts.ts'
import { ConfirmStep } from '../second-factor/ConfirmStep.tsx'
import { AddressForm } from '../kyc/AddressForm.tsx'
import { ExposureForm } from '../kyc/ExposureForm.tsx'
import { CloseStep } from './CloseStep.tsx'

/** Exports the player's data, or closes the account. */
export function OwnDataSheet() {
  const t = useText()
  const [step, setStep] = useState<'choice' | 'address' | 'exposure' | 'export' | 'close'>('choice')
  const factor = useCall('GET /api/app/user/secondFactor', {})
  const back = () => setStep('choice')
  return (
    <Sheet title={t('account.own.title')} closeLabel={t('app.close.label')} onClose={closeOverlay}>
      <div className="grid gap-14 px-16 pb-12">
        {step === 'address' || step === 'exposure' ? (
          <>
            {step === 'address' ? <AddressForm onSaved={back} /> : <ExposureForm onSaved={back} />}
            <Button kind="ghost" size="s" onClick={back}>
              {t('app.back.label')}
            </Button>
          </>
        ) : step === 'export' ? (
          <Loaded query={factor} skeleton={['h-64', 'h-64']} gap="gap-14">
            {({ since }) => (
              <ConfirmStep
                hint={t('account.own.exportHint')}
                action={t('account.own.export')}
                asksCode={since !== null}
                send={(body) => api('POST /api/app/user/exportData', { body, inline: true })}
                onBack={back}
                onDone={({ fileName, content }) => {
                  saveFile(fileName, content)
                  toast(t('account.own.exported'), { icon: 'check-circle-fill' })
                  back()
                }}
              />
            )}
          </Loaded>
        ) : step === 'close' ? (
          <Loaded query={factor} skeleton={['h-64', 'h-64']} gap="gap-14">
            {({ since }) => <CloseStep asksCode={since !== null} onBack={back} />}
          </Loaded>
        ) : (
          <>
            <p className="text-14 text-text-2">{t('account.own.about')}</p>
            <Button block kind="secondary" onClick={() => setStep('address')}>
              {t('account.address.title')}
            </Button>
            <Button block kind="secondary" onClick={() => setStep('exposure')}>
              {t('account.exposure.title')}
            </Button>
            <FormAction>
              <Button block kind="secondary" onClick={() => setStep('export')}>
                {t('account.own.export')}
              </Button>
            </FormAction>
            <Button block kind="danger" onClick={() => setStep('close')}>
              {t('account.own.close')}
            </Button>
          </>
        )}
      </div>
    </Sheet>
  )
}

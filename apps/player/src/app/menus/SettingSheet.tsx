import { Checkbox, Sheet } from '@palpite/ui'
import { useState } from 'react'
import { allowMeasuring, mayMeasure } from '../../shared/measuring.ts'
import { closeOverlay } from '../../shared/overlays.ts'
import { useText } from '../../shared/text/text.ts'
import { Appearance } from './Appearance.tsx'

/** Display and language settings in a sheet. */
export function SettingSheet() {
  const t = useText()
  const [isAllowed, setIsAllowed] = useState(mayMeasure)
  const allow = (allowed: boolean) => {
    allowMeasuring(allowed)
    setIsAllowed(allowed)
  }
  return (
    <Sheet
      desk="panel"
      title={t('app.setting.title')}
      closeLabel={t('app.close.label')}
      onClose={closeOverlay}
    >
      <div className="px-4 pb-8">
        <Appearance />
        <div className="mt-14 grid gap-4 px-12">
          <Checkbox checked={isAllowed} onChange={(event) => allow(event.target.checked)}>
            {t('app.setting.measuring')}
          </Checkbox>
          <p className="text-12 text-text-2">{t('app.setting.measuringText')}</p>
        </div>
      </div>
    </Sheet>
  )
}

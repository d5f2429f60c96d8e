import { Sheet } from '@palpite/ui'
import { closeOverlay } from '../../shared/overlays.ts'
import { useText } from '../../shared/text/text.ts'
import { Appearance } from './Appearance.tsx'

/** How the app looks and speaks, by itself. */
export function SettingSheet() {
  const t = useText()
  return (
    <Sheet title={t('app.setting.title')} closeLabel={t('app.close.label')} onClose={closeOverlay}>
      <div className="px-4 pb-8">
        <Appearance />
      </div>
    </Sheet>
  )
}

import { Sheet } from '@palpite/ui'
import { closeOverlay } from '../../shared/overlays.ts'
import { useText } from '../../shared/text/text.ts'

const steps = {
  apple: ['app.download.apple1', 'app.download.apple2', 'app.download.apple3'],
  other: ['app.download.other1', 'app.download.other2', 'app.download.other3'],
} as const

/** How to install the app where the browser does not offer it. */
export function DownloadSheet() {
  const t = useText()
  const isApple = /iPhone|iPad|iPod/.test(navigator.userAgent)
  return (
    <Sheet title={t('app.download.title')} closeLabel={t('app.close.label')} onClose={closeOverlay}>
      <ol className="grid list-decimal gap-10 px-16 ps-32 pb-12 text-14">
        {steps[isApple ? 'apple' : 'other'].map((step) => (
          <li key={step}>{t(step)}</li>
        ))}
      </ol>
    </Sheet>
  )
}

import { Button, Icon, IconButton } from '@palpite/ui'
import { answerInstallCard, acceptInstallCard, useHasInstallCard } from '../../shared/install.ts'
import { useText } from '../../shared/text/text.ts'

/** Offers to install the app once the player had a reason to return; at the bottom, so that nothing moves. */
export function InstallCard() {
  const t = useText()
  if (!useHasInstallCard()) return null
  return (
    <section
      aria-label={t('app.menu.downloadNote')}
      className="hairline mx-12 mt-20 flex items-center gap-12 rounded-18 bg-surface-1 p-12"
    >
      <Icon name="device-mobile" className="size-32 shrink-0 text-brand-text" />
      <div className="grid min-w-0 flex-1 gap-8">
        <p className="text-14 font-600">{t('home.install.text')}</p>
        <Button size="s" kind="secondary" className="justify-self-start" onClick={acceptInstallCard}>
          {t('app.menu.downloadNote')}
        </Button>
      </div>
      <IconButton icon="x-bold" label={t('app.close.label')} onClick={answerInstallCard} />
    </section>
  )
}

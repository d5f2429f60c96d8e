import { Button, Icon } from '@palpite/ui'
import { openOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'

/** Shown to visitors in place of a player's figures. */
export function EnterCard({ text }: { text: string }) {
  const t = useText()
  return (
    <section className="hairline flex items-center gap-12 rounded-18 bg-play-tint p-14">
      <Icon name="gift-duotone" className="size-32 shrink-0 text-play-text" />
      <p className="min-w-0 flex-1 text-13">{text}</p>
      <Button size="s" onClick={() => openOverlay('login')}>
        {t('app.enter.login')}
      </Button>
    </section>
  )
}

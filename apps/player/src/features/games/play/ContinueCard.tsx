import { Button } from '@palpite/ui'
import { useCommand } from '../../../shared/api/use-command.ts'
import { go } from '../../../shared/navigation.ts'
import { useText } from '../../../shared/text/text.ts'
import { useInPlay } from './in-play.ts'
import { stopGame } from './stop-game.ts'

/** On home: the open game, to continue or close. Renders nothing without one. */
export function ContinueCard() {
  const t = useText()
  const inPlay = useInPlay()
  const stop = useCommand({ mutationFn: stopGame })
  if (!inPlay.data) return null
  const { name, url } = inPlay.data
  return (
    <section
      aria-label={t('play.continue.label')}
      className="hairline mx-12 mt-12 flex flex-wrap items-center gap-10 rounded-18 bg-surface-1 p-14"
    >
      <p className="min-w-0 flex-1 basis-120 text-14">
        <span className="block text-12 text-text-2">{t('play.continue.label')}</span>
        <b className="text-16 font-700">{name}</b>
      </p>
      <div className="ms-auto flex gap-8">
        <Button kind="ghost" size="m" disabled={stop.isPending} onClick={() => stop.mutate()}>
          {t('play.stop.button')}
        </Button>
        <Button size="m" onClick={() => go(url)}>
          {t('play.continue.button')}
        </Button>
      </div>
    </section>
  )
}

import { Button, Checkbox, Icon, Sheet } from '@palpite/ui'
import { closeOverlay, openOverlay, type OverlayInputs } from '../../../shared/overlays.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { nameOf } from '../../../shared/small-games.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'
import { changeGameSettings, type GameSettings, useGameSettings } from './game-settings.ts'

const settings: readonly { name: keyof GameSettings; text: TextKey }[] = [
  { name: 'fast', text: 'games.menu.fast' },
  { name: 'sound', text: 'games.menu.sound' },
  { name: 'vibration', text: 'games.menu.vibration' },
  { name: 'hotkeys', text: 'games.menu.hotkeys' },
]

/** The menu of a game: how it is played, how it is verified, and how games behave on this device. */
export function GameMenu({ game }: OverlayInputs['gameMenu']) {
  const t = useText()
  const isLoggedIn = useIsLoggedIn()
  const chosen = useGameSettings()
  return (
    <Sheet title={t(nameOf(game))} closeLabel={t('app.close.label')} onClose={closeOverlay}>
      <div className="grid gap-8 px-12 pb-20">
        <Button kind="secondary" size="m" block onClick={() => openOverlay('gameRules', { game })}>
          <Icon name="info-fill" className="size-20" />
          {t('games.menu.rules')}
        </Button>
        {isLoggedIn && (
          <Button kind="secondary" size="m" block onClick={() => openOverlay('fairness', { game })}>
            <Icon name="shield-check-fill" className="size-20" />
            {t('games.fairness.title')}
          </Button>
        )}
        {settings.map(({ name, text }) => (
          <Checkbox
            key={name}
            checked={chosen[name]}
            onChange={(event) => changeGameSettings({ [name]: event.currentTarget.checked })}
          >
            {t(text)}
          </Checkbox>
        ))}
        {chosen.hotkeys && <p className="text-12 text-text-2">{t('games.menu.keys')}</p>}
      </div>
    </Sheet>
  )
}

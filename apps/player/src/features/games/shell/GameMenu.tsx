import { Button, Checkbox, Icon, Sheet } from '@palpite/ui'
import { closeOverlay, openOverlay, type OverlayInputs } from '../../../shared/overlays.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { nameOf } from '../../../shared/small-games.ts'
import type { TextKey } from '../../../shared/text/keys.ts'
import { useText } from '../../../shared/text/text.ts'
import { useHasKeys } from '../../../shared/use-is-wide.ts'
import { changeGameSettings, type GameSettings, useGameSettings } from './game-settings.ts'

/** Shared rounds have fixed durations. */
const settings: readonly { name: keyof GameSettings; text: TextKey; isOfRooms: boolean }[] = [
  { name: 'fast', text: 'games.menu.fast', isOfRooms: false },
  { name: 'sound', text: 'games.menu.sound', isOfRooms: true },
  { name: 'vibration', text: 'games.menu.vibration', isOfRooms: true },
  { name: 'hotkeys', text: 'games.menu.hotkeys', isOfRooms: true },
]

/** A game's menu: rules, verification, and device settings. */
export function GameMenu({ game, room }: OverlayInputs['gameMenu']) {
  const t = useText()
  const isLoggedIn = useIsLoggedIn()
  const chosen = useGameSettings()
  const hasKeys = useHasKeys()
  return (
    <Sheet title={t(nameOf(game))} closeLabel={t('app.close.label')} onClose={closeOverlay}>
      <div className="grid gap-8 px-12 pb-20">
        <Button
          kind="secondary"
          size="m"
          block
          onClick={() => (room ? openOverlay('roomRules', { room }) : openOverlay('gameRules', { game }))}
        >
          <Icon name="info-fill" className="size-20" />
          {t('games.menu.rules')}
        </Button>
        {(isLoggedIn || room) && (
          <Button
            kind="secondary"
            size="m"
            block
            onClick={() => (room ? openOverlay('roomChain', { room }) : openOverlay('fairness', { game }))}
          >
            <Icon name="shield-check-fill" className="size-20" />
            {t('games.fairness.title')}
          </Button>
        )}
        {isLoggedIn && (
          <Button kind="secondary" size="m" block onClick={() => openOverlay('my')}>
            <Icon name="wallet-duotone" className="size-20" />
            {t('app.my.title')}
          </Button>
        )}
        {settings
          .filter(
            ({ name, isOfRooms }) =>
              (isOfRooms || !room) && (hasKeys || name !== 'hotkeys' || chosen.hotkeys),
          )
          .map(({ name, text }) => (
            <Checkbox
              key={name}
              checked={chosen[name]}
              onChange={(event) => changeGameSettings({ [name]: event.currentTarget.checked })}
            >
              {t(text)}
            </Checkbox>
          ))}
        {hasKeys && chosen.hotkeys && (
          <p className="text-12 text-text-2">{t(room ? 'games.menu.roomKeys' : 'games.menu.keys')}</p>
        )}
      </div>
    </Sheet>
  )
}

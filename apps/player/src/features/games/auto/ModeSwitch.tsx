import { Segmented } from '@palpite/ui'
import { useText } from '../../../shared/text/text.ts'
import type { Auto } from './use-auto.ts'

type Props = {
  auto: Auto
  /** Disabled while a manually started round is open. */
  isLocked?: boolean
}

/** Manual or automatic. Fixed while rounds are played. */
export function ModeSwitch({ auto, isLocked = false }: Props) {
  const t = useText()
  if (!auto.isOffered || auto.isRunning || isLocked) return undefined
  return (
    <Segmented
      label={t('games.auto.mode')}
      value={auto.isChosen ? 'auto' : 'manual'}
      onChange={(mode) => auto.choose(mode === 'auto')}
      options={[
        { value: 'manual', label: t('games.auto.manual') },
        { value: 'auto', label: t('games.auto.auto') },
      ]}
    />
  )
}

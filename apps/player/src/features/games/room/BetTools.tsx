import { Button, Chip, Icon } from '@palpite/ui'
import type { ReactNode } from 'react'
import { useFormat } from '../../../shared/format/use-format.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { useText } from '../../../shared/text/text.ts'
import { useHotkeys } from '../shell/use-hotkeys.ts'
import { chipBeside, chips } from './chips.ts'
import type { Bets } from './use-bets.ts'

type Props = { bets: Bets; chipCents: number; onChip: (cents: number) => void }

/** The chips, and actions on all bets of the round. A visitor sees the login. */
export function BetTools({ bets, chipCents, onChip }: Props) {
  const t = useText()
  const format = useFormat()
  const isLoggedIn = useIsLoggedIn()
  const { open, before, isSending } = bets
  const canRepeat = !isSending && before.size > 0
  const hasOpen = !isSending && open.length > 0
  useHotkeys({
    half: () => onChip(chipBeside(chipCents, -1)),
    double: () => onChip(chipBeside(chipCents, 1)),
    luck: canRepeat ? bets.repeat : undefined,
  })
  if (!isLoggedIn) {
    return (
      <Button block onClick={() => openOverlay('login', { tab: 'login' })}>
        {t('rooms.page.enter')}
      </Button>
    )
  }
  return (
    <div className="grid gap-8">
      <div
        role="group"
        aria-label={t('rooms.tool.chips')}
        className="grid grid-cols-6 roomy:grid-cols-3 gap-5"
      >
        {chips.map((cents) => (
          <Chip
            key={cents}
            chosen={cents === chipCents}
            onClick={() => onChip(cents)}
            className="px-2"
            aria-label={format.money(cents)}
          >
            {cents / 100}
          </Chip>
        ))}
      </div>
      <div className="grid grid-cols-3 roomy:grid-cols-1 gap-6">
        <Tool isOn={hasOpen} onClick={bets.undo}>
          <Icon name="arrow-u-up-left" className="size-18 narrow:hidden wide:hidden" />
          {t('rooms.tool.undo')}
        </Tool>
        <Tool isOn={canRepeat} onClick={bets.repeat}>
          <Icon name="arrow-clockwise" className="size-18 narrow:hidden wide:hidden" />
          {t('rooms.tool.repeat')}
        </Tool>
        <Tool isOn={hasOpen} onClick={bets.double}>
          {t('rooms.tool.double')}
        </Tool>
      </div>
    </div>
  )
}

type ToolProps = { isOn: boolean; onClick: () => void; children: ReactNode }

function Tool({ isOn, onClick, children }: ToolProps) {
  return (
    <Button
      kind="secondary"
      size="m"
      className="px-4 break-keep narrow:text-12 wide:text-13"
      disabled={!isOn}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}

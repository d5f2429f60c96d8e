import { Button, Chip, Icon } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { useText } from '../../../shared/text/text.ts'
import type { Bets } from './use-bets.ts'

const chips = [500, 1000, 5000, 10_000]

type Props = { bets: Bets; chipCents: number; onChip: (cents: number) => void }

/** The chips a bet is made with, and what acts on all bets of the round. A visitor finds the way in instead. */
export function BetTools({ bets, chipCents, onChip }: Props) {
  const t = useText()
  const format = useFormat()
  const isLoggedIn = useIsLoggedIn()
  if (!isLoggedIn) {
    return (
      <Button block onClick={() => openOverlay('login', { tab: 'login' })}>
        {t('rooms.page.enter')}
      </Button>
    )
  }
  const { open, before, isSending } = bets
  return (
    <div className="grid gap-8">
      <div
        role="group"
        aria-label={t('rooms.tool.chips')}
        className="grid grid-cols-4 roomy:grid-cols-2 gap-6"
      >
        {chips.map((cents) => (
          <Chip
            key={cents}
            chosen={cents === chipCents}
            onClick={() => onChip(cents)}
            className="px-4"
            aria-label={format.money(cents)}
          >
            {cents / 100}
          </Chip>
        ))}
      </div>
      <div className="grid grid-cols-3 roomy:grid-cols-1 gap-6">
        <Button
          kind="secondary"
          size="m"
          className="px-4"
          disabled={isSending || open.length === 0}
          onClick={bets.undo}
        >
          <Icon name="arrow-u-up-left" className="size-18" />
          {t('rooms.tool.undo')}
        </Button>
        <Button
          kind="secondary"
          size="m"
          className="px-4"
          disabled={isSending || before.size === 0}
          onClick={bets.repeat}
        >
          <Icon name="arrow-clockwise" className="size-18" />
          {t('rooms.tool.repeat')}
        </Button>
        <Button
          kind="secondary"
          size="m"
          className="px-4"
          disabled={isSending || open.length === 0}
          onClick={bets.double}
        >
          {t('rooms.tool.double')}
        </Button>
      </div>
    </div>
  )
}

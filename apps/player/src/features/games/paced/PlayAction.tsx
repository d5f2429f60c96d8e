import { Button, Icon } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { useText } from '../../../shared/text/text.ts'
import { BetButton } from '../shell/BetButton.tsx'
import type { Stake } from '../shell/use-stake.ts'

type Props = {
  stake: Stake
  /** The start button's text. */
  beginLabel: string
  /** The prompt before anything can be cashed out: "choose a tile". */
  chooseLabel: string
  /** Present during a round; `worthCents` once there is something to cash out. */
  open: { stakeCents: number; worthCents: number | undefined } | undefined
  /** No cash-out and no step is possible: the stake can be refunded. */
  isStopped: boolean
  isBusy: boolean
  /** The game accepts no new rounds. */
  isClosed: boolean
  onBegin: () => void
  onCashOut: () => void
  /** Absent if there is nothing to pick at random. */
  onLuck: (() => void) | undefined
}

/** The random pick beside the main action, which starts a round or cashes it out. */
export function PlayAction({ onLuck, ...props }: Props) {
  const t = useText()
  if (!useIsLoggedIn()) return <MainAction {...props} />
  return (
    <div className="grid grid-cols-[auto_1fr] gap-8">
      <button
        type="button"
        disabled={!onLuck}
        onClick={onLuck}
        className="grid finger-52 min-w-56 cursor-pointer touch-manipulation content-center justify-items-center gap-2 rounded-14 bg-surface-3 text-11 font-600 hover:bg-surface-4 active:bg-surface-4 disabled:cursor-not-allowed disabled:bg-surface-3 disabled:text-text-3"
      >
        <Icon name="shuffle-bold" className="size-22" />
        {t('games.paced.luck')}
      </button>
      <MainAction {...props} />
    </div>
  )
}

function MainAction({
  stake,
  beginLabel,
  chooseLabel,
  open,
  isStopped,
  isBusy,
  isClosed,
  onBegin,
  onCashOut,
}: Omit<Props, 'onLuck'>) {
  const t = useText()
  const format = useFormat()
  if (!open && isClosed)
    return (
      <Button block disabled>
        {t('games.closed.title')}
      </Button>
    )
  if (!open) return <BetButton stake={stake} label={beginLabel} busy={isBusy} onBet={onBegin} />
  const { stakeCents, worthCents } = open
  if (worthCents === undefined && isStopped)
    return (
      <Button block busy={isBusy} onClick={onCashOut}>
        <span className="flex-1 text-start">{t('games.paced.giveBack')}</span>
        <span className="text-20 font-800 tracking-tighter">{format.money(stakeCents)}</span>
      </Button>
    )
  if (worthCents === undefined)
    return (
      <Button block aria-disabled="true">
        {chooseLabel}
      </Button>
    )
  return (
    <Button block busy={isBusy} onClick={onCashOut}>
      <span className="grid flex-1 text-start leading-tight">
        {t('games.paced.take')}
        <span className="text-12 font-600 tracking-normal">
          {t('games.paced.profit', { amount: format.signedMoney(worthCents - stakeCents) })}
        </span>
      </span>
      <span className="text-20 font-800 tracking-tighter">{format.money(worthCents)}</span>
    </Button>
  )
}

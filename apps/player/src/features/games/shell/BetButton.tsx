import { Button } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { useText } from '../../../shared/text/text.ts'
import type { Stake } from './use-stake.ts'

type Props = {
  stake: Stake
  /** The button's text: "Rolar". */
  label: string
  /** The payout of a win, if known in advance. */
  payoutCents?: number | undefined
  busy: boolean
  disabled?: boolean
  onBet: () => void
}

/**
 * The button that starts a round. A visitor gets the login, a low balance the deposit with the missing amount, an
 * invalid stake its reason.
 */
export function BetButton({ stake, label, payoutCents, busy, disabled = false, onBet }: Props) {
  const t = useText()
  const format = useFormat()
  const isLoggedIn = useIsLoggedIn()
  const missingCents = stake.cents - stake.balanceCents
  if (!isLoggedIn)
    return (
      <Button block onClick={() => openOverlay('login', { tab: 'login' })}>
        {t('app.enter.login')}
      </Button>
    )
  if (stake.problem === 'tooMuch' && !busy)
    return (
      <Button block onClick={() => openOverlay('deposit', { missingCents })}>
        {t('games.deposit.button', { amount: format.money(missingCents) })}
      </Button>
    )
  const isPayable = stake.cents > 0 && stake.problem === undefined
  return (
    <Button block busy={busy} disabled={disabled || !isPayable} onClick={onBet}>
      {stake.cents === 0 ? (
        t('games.stake.missing')
      ) : isPayable && payoutCents !== undefined ? (
        <>
          <span className="flex-1 text-start">{label}</span>
          <span className="text-14">{t('games.bet.pays', { amount: format.money(payoutCents) })}</span>
        </>
      ) : (
        label
      )}
    </Button>
  )
}

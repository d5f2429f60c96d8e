import { Icon } from '@palpite/ui'
import { centsOf } from '../format/format.ts'
import { Money } from '../format/Money.tsx'
import { useHiddenMoney } from '../hidden-money.ts'
import { openOverlay } from '../overlays.ts'
import { go } from '../navigation.ts'
import { hrefOf } from '../paths.ts'
import { useText } from '../text/text.ts'
import { useIsWide } from '../use-is-wide.ts'
import { useUser } from '../use-user.ts'
import { useCredited } from './use-credited.ts'

const openWallet = () => openOverlay('deposit', { tab: 'deposit' })

/** The balance, linked to the account (on a desktop to the wallet panel), and a plus that opens the top-up. */
export function WalletPill() {
  const t = useText()
  const user = useUser()
  const isWide = useIsWide()
  const cents = user && centsOf(user.balance)
  const isHidden = useHiddenMoney((state) => state.isHidden)
  const credited = useCredited(cents)
  return (
    <div
      data-stop
      role="group"
      aria-label={t('app.wallet.balance')}
      className="hairline flex shrink-0 items-center rounded-14 bg-surface-2 light:bg-surface-1"
    >
      <button
        type="button"
        data-credited={credited || undefined}
        onClick={isWide ? openWallet : () => go(hrefOf('conta'))}
        className="tap-s cursor-pointer rounded-14 ps-12 pe-10 text-14 font-700 tracking-tight transition-colors duration-(--dur-4) hover:bg-surface-3 data-credited:text-win"
      >
        <span className="sr-only">{t('app.wallet.balance')} </span>
        {isHidden ? (
          <>
            <span aria-hidden="true">••••</span>
            <span className="sr-only">{t('app.wallet.hidden')}</span>
          </>
        ) : cents === undefined ? (
          <span aria-hidden="true">–</span>
        ) : (
          <Money cents={cents} short />
        )}
      </button>
      <button
        type="button"
        aria-label={t('app.wallet.deposit')}
        onClick={openWallet}
        className="tap-s key-brand focus-ink grid cursor-pointer place-items-center rounded-14 active:translate-y-1"
      >
        <Icon name="plus-bold" className="size-20" />
      </button>
    </div>
  )
}

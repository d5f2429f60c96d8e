import { Sheet } from '@palpite/ui'
import { useEffect, useState } from 'react'
import { centsOf } from '../../shared/format/format.ts'
import { Money } from '../../shared/format/Money.tsx'
import { closeOverlay, openOverlay, type OverlayInputs } from '../../shared/overlays.ts'
import { useIsLoggedIn } from '../../shared/session.ts'
import { useText } from '../../shared/text/text.ts'
import { useUser } from '../../shared/use-user.ts'
import { ClosedPart } from './ClosedPart.tsx'
import { CashPanel, type CashTab } from './CashPanel.tsx'

/** The cash panel over any screen. An unidentified player must give name and CPF first (SPEC §4). */
export function CashSheet({ tab: given = 'deposit', missingCents }: OverlayInputs['deposit']) {
  const t = useText()
  const user = useUser()
  const [tab, setTab] = useState<CashTab>(given)
  const isLed = useLedElsewhere(tab, { kyc: user?.kyc, missingCents })
  if (isLed) return null
  return (
    <Sheet
      desk="panel"
      title={t(tab === 'deposit' ? 'wallet.deposit.title' : 'wallet.withdraw.title')}
      closeLabel={t('app.close.label')}
      onClose={closeOverlay}
      detent="full"
      aside={
        user && (
          <p className="grid justify-items-end text-12 text-text-2">
            {t('app.wallet.balance')}
            <Money cents={centsOf(user.balance)} className="text-14 font-700 text-text" />
          </p>
        )
      }
    >
      <div className="grid grid-cols-1 gap-12 px-12 pb-4">
        <ClosedPart of={tab} />
        <CashPanel tab={tab} onTab={setTab} missingCents={missingCents} />
      </div>
    </Sheet>
  )
}

type Known = { kyc: number | undefined; missingCents: number | undefined }

/** Visitors log in first; before the first deposit comes KYC. */
const useLedElsewhere = (tab: CashTab, { kyc, missingCents }: Known): boolean => {
  const isLoggedIn = useIsLoggedIn()
  const needsKyc = tab === 'deposit' && kyc !== undefined && kyc !== 1
  useEffect(() => {
    if (!isLoggedIn) openOverlay('login', { tab: 'login' })
    else if (needsKyc)
      openOverlay('kyc', { tab: 'deposit', ...(missingCents !== undefined && { missingCents }) })
  }, [isLoggedIn, needsKyc, missingCents])
  return !isLoggedIn || needsKyc
}

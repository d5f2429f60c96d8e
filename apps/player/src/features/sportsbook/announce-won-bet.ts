import type { PlayerEvents } from '@palpite/contract'
import { formatMoney } from '../../shared/format/format.ts'
import { earnInstallCard } from '../../shared/install.ts'
import { useLook } from '../../shared/look.ts'
import { go } from '../../shared/navigation.ts'
import { hrefOf } from '../../shared/paths.ts'
import { loadTexts, text } from '../../shared/text/text.ts'
import { toast } from '../../shared/toasts.ts'
import { celebrate } from './celebrate.ts'

/** Result codes of wins: full and half. */
const wins: readonly number[] = [10, 21]

type Settled = Omit<PlayerEvents['betSettled'], 'seq'>

/**
 * Shows a won bet with its return, link and some confetti. Cash-outs report themselves. After any settled bet the
 * install card may appear.
 */
export const showWin = async (settled: Settled): Promise<void> => {
  const { betId, result, returnCents, repaidCents = 0, isCashedOut } = settled
  earnInstallCard()
  if (!wins.includes(result) || returnCents === 0 || isCashedOut) return
  await loadTexts('common')
  const { language } = useLook.getState()
  const [amount, repaid] = [formatMoney(returnCents, language), formatMoney(repaidCents, language)]
  // What repaid a debt is not in the balance.
  const words =
    repaidCents === 0
      ? text('sportsbook.won.toast', { amount })
      : text('sportsbook.won.repaid', { amount, repaid })
  toast(words, {
    icon: 'star-fill',
    action: {
      label: text('sportsbook.won.see'),
      onPress: () => go(hrefOf('registros', { tab: 'sports', bet: betId })),
    },
  })
  celebrate()
}

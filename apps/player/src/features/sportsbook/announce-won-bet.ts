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
export const showWin = async ({ betId, result, returnCents, isCashedOut }: Settled): Promise<void> => {
  earnInstallCard()
  if (!wins.includes(result) || returnCents === 0 || isCashedOut) return
  await loadTexts('common')
  const { language } = useLook.getState()
  toast(text('sportsbook.won.toast', { amount: formatMoney(returnCents, language) }), {
    icon: 'star-fill',
    action: {
      label: text('sportsbook.won.see'),
      onPress: () => go(hrefOf('registros', { tab: 'sports', bet: betId })),
    },
  })
  celebrate()
}

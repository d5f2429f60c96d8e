import type { Language } from '@palpite/contract/languages'
import { alert } from '../../../shared/alerts.ts'
import { api } from '../../../shared/api/api.ts'
import { refreshCalls } from '../../../shared/api/use-call.ts'
import { formatMoney } from '../../../shared/format/format.ts'
import { text } from '../../../shared/text/text.ts'
import { refreshUser } from '../../../shared/use-user.ts'

/** The unanswered request: repeated, it is the same one. */
let unanswered: string | undefined

type GiveBackRequest = { grantCents: number; language: Language }

/** Confirms, then gives back the bonuses being wagered. Nothing happens on "no". */
export async function giveBonusBack({ grantCents, language }: GiveBackRequest): Promise<void> {
  const agreed = await alert({
    text: text('wallet.giveBack.question', { grant: formatMoney(grantCents, language) }),
    kind: 'warn',
    okLabel: text('wallet.giveBack.yes'),
    cancelLabel: text('app.back.label'),
  })
  if (!agreed) return
  unanswered ??= crypto.randomUUID()
  const { backCents } = await api('POST /api/app/user/giveBonusBack', { body: { requestId: unanswered } })
  unanswered = undefined
  await refreshUser().catch(() => undefined)
  await refreshCalls('GET /api/app/order/getWithdraw')
  await alert({ text: text('wallet.giveBack.done', { amount: formatMoney(backCents, language) }) })
}

import type { Calls } from '@palpite/contract'
import { alert } from '../../../shared/alerts.ts'
import { api } from '../../../shared/api/api.ts'
import { isDefinite, refusalCode } from '../../../shared/api/api-error.ts'
import { refreshCalls } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { formatMoney } from '../../../shared/format/format.ts'
import { useLook } from '../../../shared/look.ts'
import { go } from '../../../shared/navigation.ts'
import { hrefOf } from '../../../shared/paths.ts'
import { text } from '../../../shared/text/text.ts'
import { refreshBalance, refreshUser } from '../../../shared/use-user.ts'
import { bareKey, hiddenKey } from './payout-key.ts'
import type { Method } from './withdraw-rules.ts'

/** The destination: the method's key and its holder. */
export type PayoutDetails = { payCardNo: string; name: string; whatsapp: string }

export type WithdrawRequest = {
  method: Method
  amountCents: number
  details: PayoutDetails
  usdtRate: number
}

/**
 * Sends a withdrawal; `onPassword` if the password is needed, `onCode` if the key must be confirmed. When accepted:
 * the news, the balance, and home (SPEC §4), or the records on request.
 */
export const useWithdraw = (onPassword: (request: WithdrawRequest) => void, onCode: () => void) =>
  useCommand({
    mutationFn: (request: WithdrawRequest) => api('POST /api/app/order/withdraw', { body: bodyOf(request) }),
    onSuccess: async (_, request) => {
      unanswered = undefined
      const follows = await alert({ text: text('wallet.withdraw.done'), kind: 'win', ...followed(request) })
      await refreshBalance().catch(() => undefined)
      await refreshUser().catch(() => undefined)
      await refreshCalls('GET /api/app/order/getWithdraw', 'GET /api/app/order/records')
      go(follows ? hrefOf('registros', { tab: 'wallet' }) : hrefOf('home'))
    },
    // Without an answer it may have been accepted: lists and limits reload before another attempt.
    onError: (error, request) => {
      if (isDefinite(error)) unanswered = undefined
      if (refusalCode(error) === 'password_needed') return onPassword(request)
      if (refusalCode(error) === 'payee_code_needed') return onCode()
      return refreshCalls('GET /api/app/order/getWithdraw', 'GET /api/app/order/records')
    },
  })

/** The amount and key, with a link to follow it. */
const followed = ({ method, amountCents, details }: WithdrawRequest) => ({
  note: text('wallet.withdraw.doneNote', {
    amount: formatMoney(amountCents, useLook.getState().language),
    key: hiddenKey(method, details.payCardNo),
  }),
  okLabel: text('wallet.withdraw.follow'),
  cancelLabel: text('app.alert.ok'),
})

type Body = Calls['POST /api/app/order/withdraw']['body']

/** The unanswered request. */
let unanswered: { key: string; body: Body } | undefined

/**
 * The sent request. Pressed again without an answer it is repeated exactly: another rate or name under its id would be
 * refused, and the player might then withdraw twice.
 */
function bodyOf({ method, amountCents, details, usdtRate }: WithdrawRequest): Body {
  const payCardNo = bareKey(method, details.payCardNo)
  const key = JSON.stringify({ method, amountCents, payCardNo })
  if (unanswered?.key === key) return unanswered.body
  const { name, whatsapp } = details
  const body = {
    payCardBank: method,
    payCardNo,
    ifsc: ifscOf(method, payCardNo, usdtRate),
    name,
    amount: amountCents / 100,
    whatsapp,
    requestId: crypto.randomUUID(),
  }
  unanswered = { key, body }
  return body
}

/** For CPF the number again, for USDT the shown rate (SPEC §7). */
const ifscOf = (method: Method, payCardNo: string, usdtRate: number): string => {
  if (method === 'CPF') return payCardNo
  return method === 'USDT' ? String(usdtRate) : ''
}

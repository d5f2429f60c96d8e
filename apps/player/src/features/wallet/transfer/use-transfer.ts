import { useState } from 'react'
import { alert } from '../../../shared/alerts.ts'
import { api } from '../../../shared/api/api.ts'
import { refreshCalls } from '../../../shared/api/use-call.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { text } from '../../../shared/text/text.ts'
import { refreshUser } from '../../../shared/use-user.ts'

type TransferRequest = { amountCents: number; user: string; password: string }

/** Sends the password, then the transfer. One form is one request: pressed again it is the same transfer. */
export const useTransfer = (onDone: () => void) => {
  const [requestId] = useState(() => crypto.randomUUID())
  return useCommand({
    mutationFn: async ({ amountCents, user, password }: TransferRequest) => {
      await api('POST /api/app/user/verifyPwd', { body: { pwd: password } })
      return api('POST /api/app/order/transfer', { body: { requestId, amount: amountCents / 100, user } })
    },
    onSuccess: async () => {
      await alert({ text: text('wallet.transfer.done'), kind: 'win' })
      await refreshUser().catch(() => undefined)
      await refreshCalls('GET /api/app/order/getWithdraw', 'GET /api/app/order/records')
      onDone()
    },
  })
}

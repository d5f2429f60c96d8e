import { useState } from 'react'
import { api } from '../../../shared/api/api.ts'
import { serverMessageOf } from '../../../shared/api/api-error.ts'
import { useCommand } from '../../../shared/api/use-command.ts'
import { useText } from '../../../shared/text/text.ts'
import { toast } from '../../../shared/toasts.ts'
import { bareKey } from './payout-key.ts'
import type { Method } from './withdraw-rules.ts'

/**
 * The code for a key's first payout. `confirm` asks the server whether one is needed, which mails it; with the typed
 * code it confirms the key. `onConfirmed` runs when nothing is left to confirm.
 */
export function useKeyCode(method: Method, key: string, onConfirmed: () => void) {
  const t = useText()
  const [code, setCode] = useState('')
  const [askedFor, setAskedFor] = useState<string>()
  const [isMissing, setIsMissing] = useState(false)
  const payoutKey = { payCardBank: method, payCardNo: bareKey(method, key) }
  const asking = useCommand({
    mutationFn: () => api('POST /api/app/order/keyCode', { body: payoutKey, inline: true }),
    onSuccess: ({ needed }) => {
      if (!needed) return onConfirmed()
      setCode('')
      setAskedFor(payoutKey.payCardNo)
      toast(t('wallet.details.codeSent'), { icon: 'envelope-simple' })
    },
  })
  const confirming = useCommand({
    mutationFn: () => api('POST /api/app/order/confirmKey', { body: { ...payoutKey, code }, inline: true }),
    onSuccess: onConfirmed,
  })
  // A code belongs to its key: another key starts over.
  const isAsked = askedFor === payoutKey.payCardNo
  const failed = isAsked && confirming.isError ? confirming.error : asking.error
  return {
    isAsked,
    code,
    change: (typed: string) => {
      setCode(typed.replace(/\D/g, '').slice(0, 6))
      setIsMissing(false)
      confirming.reset()
    },
    askAgain: () => asking.mutate(),
    confirm: () => {
      if (!isAsked) return asking.mutate()
      setIsMissing(code === '')
      if (code !== '') confirming.mutate()
    },
    isBusy: asking.isPending || confirming.isPending,
    problem: isMissing
      ? t('wallet.details.codeMissing')
      : failed
        ? serverMessageOf(failed) || t('app.connection.slow')
        : undefined,
  }
}

export type KeyCode = ReturnType<typeof useKeyCode>

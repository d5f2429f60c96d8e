import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import type { WalletRecord } from './record-state.ts'

/** A pending withdrawal's promised time, or that it is late. */
export function PromisedLine({ record: { promisedAt, isLate } }: { record: WalletRecord }) {
  const t = useText()
  const format = useFormat()
  if (promisedAt === null) return null
  return (
    <p className="text-12 text-text-2">
      {t(isLate ? 'wallet.records.late' : 'wallet.records.promised', { when: format.when(promisedAt) })}
    </p>
  )
}

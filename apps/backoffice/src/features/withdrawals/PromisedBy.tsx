import { StatusTag } from '@palpite/ui'
import { useFormat } from '../../shared/format.ts'
import { useText } from '../../shared/text.ts'

type Props = { promisedAt: string; isLate: boolean }

/** The promised time, and whether it has passed. */
export function PromisedBy({ promisedAt, isLate }: Props) {
  const t = useText()
  const format = useFormat()
  if (!isLate) return <>{format.time(promisedAt)}</>
  return (
    <StatusTag tone="loss" icon="clock-fill">
      {t('withdrawals.promise.late', { age: format.age(promisedAt) })}
    </StatusTag>
  )
}

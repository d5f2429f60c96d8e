import { Alert } from '@palpite/ui'
import { answerAlert, useAlerts } from '../shared/alerts.ts'
import { useText } from '../shared/text/text.ts'

/** Shows the first alert waiting, above everything. */
export function AlertHost() {
  const t = useText()
  const first = useAlerts((state) => state.waiting[0])
  if (!first) return null
  return (
    <Alert
      key={first.serial}
      kind={first.kind ?? 'info'}
      text={first.text}
      note={first.note}
      okLabel={first.okLabel ?? t('app.alert.ok')}
      cancelLabel={first.cancelLabel}
      onClose={answerAlert}
    />
  )
}

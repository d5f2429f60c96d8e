import { CopyButton } from '@palpite/ui'
import { useText } from './text/text.ts'
import { toast } from './toasts.ts'

type Props = {
  text: string
  label: string
  /** Shows only the icon; `label` becomes its accessible name. */
  bare?: boolean
}

/** Copies a text to the clipboard and confirms it in a toast. */
export function CopyText(props: Props) {
  const t = useText()
  const done = t('app.copy.done')
  return <CopyButton {...props} copiedLabel={done} onCopied={() => toast(done, { icon: 'check-bold' })} />
}

import { CopyButton } from '@palpite/ui'
import { useText } from './text/text.ts'
import { toast } from './toasts.ts'

type Props = {
  text: string
  label: string
  /** Only the glyph; the label is its name. */
  bare?: boolean
}

/** Puts a text on the clipboard, and says so in a toast. */
export function CopyText(props: Props) {
  const t = useText()
  const done = t('app.copy.done')
  return <CopyButton {...props} copiedLabel={done} onCopied={() => toast(done, { icon: 'check-bold' })} />
}

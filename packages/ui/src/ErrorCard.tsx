import { Button } from './Button.tsx'
import { Icon } from './icons/Icon.tsx'

type Props = {
  title: string
  /** The reason, or the age of what is shown. */
  text?: string | undefined
  retryLabel: string
  onRetry: () => void
}

/** A section that did not load, with a retry; the rest of the page stays. */
export function ErrorCard({ title, text, retryLabel, onRetry }: Props) {
  return (
    <div role="status" className="hairline flex items-center gap-12 rounded-18 bg-surface-1 p-12">
      <Icon name="warning-fill" className="size-24 text-warn" />
      <div className="min-w-0 flex-1">
        <p className="text-14 font-600">{title}</p>
        {text !== undefined && <p className="text-12 text-text-2">{text}</p>}
      </div>
      <Button kind="secondary" size="s" onClick={onRetry}>
        <Icon name="arrow-clockwise" className="size-16" />
        {retryLabel}
      </Button>
    </div>
  )
}

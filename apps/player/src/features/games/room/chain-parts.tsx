import { Icon } from '@palpite/ui'
import { useText } from '../../../shared/text/text.ts'
import { CopyText } from '../../../shared/CopyText.tsx'

/** A long chain value with a copy button. */
export function Written({ label, words }: { label: string; words: string }) {
  const t = useText()
  return (
    <div className="rounded-11 bg-surface-2 p-12">
      <p className="text-12 text-text-2">{label}</p>
      <p className="flex items-center justify-between gap-8 break-all">
        <code className="text-12">{words}</code>
        <CopyText bare text={words} label={t('rooms.chain.copy')} />
      </p>
    </div>
  )
}

/** A finding, good or bad. */
export function Finding({ isGood, children }: { isGood: boolean; children: string }) {
  return (
    <span
      data-good={isGood || undefined}
      className="flex items-center gap-6 text-13 font-600 text-loss data-good:text-win"
    >
      <Icon name={isGood ? 'check-circle-fill' : 'x-circle-fill'} className="size-18 shrink-0" />
      {children}
    </span>
  )
}

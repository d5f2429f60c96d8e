import { Icon, Progress } from '@palpite/ui'
import { useRef } from 'react'
import type { Limit } from '../../../shared/limits.ts'
import { useText } from '../../../shared/text/text.ts'
import { kindTexts, periodTexts, useAmountText } from './limit-texts.ts'
import { LimitForm } from './LimitForm.tsx'
import { PendingLimit } from './PendingLimit.tsx'

type Props = { limit: Limit; isOpen: boolean; onOpen: (isOpen: boolean) => void }

/** One limit: value, use, pending change; pressing it opens the form. */
export function LimitRow({ limit, isOpen, onOpen }: Props) {
  const t = useText()
  const amountText = useAmountText()
  const button = useRef<HTMLButtonElement>(null)
  const { kind, period, amount, pending } = limit
  const used = Math.max(0, limit.used)
  const onDone = () => {
    onOpen(false)
    button.current?.focus()
  }
  const name = `${t(kindTexts[kind])}: ${t(periodTexts[period])}`
  const figures =
    amount === null
      ? t('protection.limit.none')
      : t('protection.limit.used', { used: amountText(kind, used), limit: amountText(kind, amount) })
  return (
    <li className="grid gap-8 px-10 pb-6">
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        onClick={() => onOpen(!isOpen)}
        className="tap -mx-6 flex cursor-pointer items-center gap-8 rounded-11 px-6 text-start text-13 hover:bg-surface-2"
      >
        <span className="font-600">
          <span className="sr-only">{t(kindTexts[kind])}: </span>
          {t(periodTexts[period])}
        </span>
        <span className="min-w-0 flex-1 text-end text-text-2">{figures}</span>
        <Icon name={isOpen ? 'caret-up-bold' : 'pencil-simple'} className="size-16 shrink-0 text-text-2" />
      </button>
      {amount !== null && (
        <div className="-mt-8 pb-6">
          <Progress label={`${name}. ${figures}`} share={used / amount} />
        </div>
      )}
      {pending && <PendingLimit limit={limit} pending={pending} onDone={() => button.current?.focus()} />}
      {isOpen && <LimitForm limit={limit} name={name} onDone={onDone} />}
    </li>
  )
}

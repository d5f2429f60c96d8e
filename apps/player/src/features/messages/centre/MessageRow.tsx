import { Icon } from '@palpite/ui'
import { useFormat } from '../../../shared/format/use-format.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { kindViews } from './message-kinds.ts'
import type { Message } from './use-messages.ts'

/** A message in the list: topic, first lines, time; a dot if unread. Pressing opens it. */
export function MessageRow({ message }: { message: Message }) {
  const t = useText()
  const format = useFormat()
  const { messageId, kind, title, text, at, isRead } = message
  return (
    <li className="hairline relative flex items-start gap-12 rounded-18 bg-surface-1 p-12 hover:bg-surface-2 has-[button:active]:bg-surface-3">
      <span className="grid size-40 shrink-0 place-items-center rounded-11 bg-surface-3 text-brand-text">
        <Icon name={kindViews[kind].icon} className="size-22" />
      </span>
      <div className="grid min-w-0 flex-1 gap-2">
        <button
          type="button"
          onClick={() => openOverlay('message', { messageId })}
          data-unread={!isRead || undefined}
          className="cursor-pointer text-start text-14 font-500 before:absolute before:inset-0 before:rounded-18 data-unread:font-700"
        >
          {!isRead && <span className="sr-only">{t('messages.unread.mark')} </span>}
          {title}
        </button>
        <p data-brief className="line-clamp-2 text-13 text-text-2">
          {text}
        </p>
        <p className="text-12 text-text-3">{format.when(at)}</p>
      </div>
      <span
        aria-hidden="true"
        data-read={isRead || undefined}
        className="mt-6 size-8 shrink-0 rounded-full bg-brand-line transition-opacity data-read:opacity-0"
      />
    </li>
  )
}

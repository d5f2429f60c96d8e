import { cx } from '@palpite/ui'
import type { DataOf } from '../../shared/api.ts'
import { useFormat } from '../../shared/format.ts'
import { useText } from '../../shared/text.ts'
import { useOwners } from './owners.ts'

type Props = {
  thread: DataOf<'GET /api/backoffice/support/threads'>['items'][number]
  isOpen: boolean
  onOpen: () => void
}

/** A thread in the inbox: its player, last line, how long the player waits, and who has it. */
export function ThreadButton({ thread, isOpen, onOpen }: Props) {
  const t = useText()
  const format = useFormat()
  const { nameOf } = useOwners()
  const { playerId, lang, lastText, lastLineAt, waitsSince, assignedTo } = thread
  return (
    <button
      type="button"
      aria-pressed={isOpen}
      onClick={onOpen}
      className={cx(
        'grid w-full cursor-pointer gap-2 border-b border-line px-16 py-10 text-start text-13 hover:bg-surface-2 focus-visible:-outline-offset-2',
        isOpen && 'bg-brand-tint',
      )}
    >
      <span className="flex justify-between gap-8">
        <span className="font-600">
          #{playerId} <span className="text-12 font-400 text-text-2">{lang}</span>
        </span>
        <span className={cx('text-12', waitsSince === null ? 'text-text-2' : 'font-600 text-warn')}>
          {waitsSince === null
            ? format.age(lastLineAt)
            : t('support.waits.since', { age: format.age(waitsSince) })}
        </span>
      </span>
      <span className="truncate text-text-2">{lastText}</span>
      {assignedTo !== null && (
        <span className="truncate text-12 text-text-2">
          {t('support.owner.with', { name: nameOf(assignedTo) })}
        </span>
      )}
    </button>
  )
}

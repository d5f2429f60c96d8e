import { cx, Empty, ErrorCard, Segmented, Skeleton } from '@palpite/ui'
import { useAddress } from '../../shared/address.ts'
import type { DataOf } from '../../shared/api.ts'
import { usePages } from '../../shared/ask-again.ts'
import { useFormat } from '../../shared/format.ts'
import { useShortcuts } from '../../shared/shortcuts.ts'
import { useText } from '../../shared/text.ts'
import { Thread } from './Thread.tsx'

type ThreadHead = DataOf<'GET /api/backoffice/support/threads'>['items'][number]

const statuses = ['waiting', 'answered', 'closed'] as const
type Status = (typeof statuses)[number]

/** The inbox polling interval: it is not about one player, so views are not audited. */
const INBOX_MS = 5_000

/** The support inbox: threads on one side, the open one on the other. */
export function SupportPage() {
  const t = useText()
  const address = useAddress()
  const status = statuses.find((one) => one === address.get('estado')) ?? 'waiting'
  const list = usePages('GET /api/backoffice/support/threads', { status }, { everyMs: INBOX_MS })
  const openId = address.get('aberto')
  const open = list.rows.find(({ threadId }) => threadId === openId)
  const step = (by: 1 | -1) => {
    const at = list.rows.findIndex(({ threadId }) => threadId === openId)
    const next = list.rows[at === -1 ? 0 : at + by]
    if (next) address.set({ aberto: next.threadId })
  }
  useShortcuts({ j: () => step(1), k: () => step(-1), Escape: () => address.set({ aberto: '' }) })
  const names = {
    waiting: t('support.status.waiting'),
    answered: t('support.status.answered'),
    closed: t('support.status.closed'),
  }
  return (
    <main className="grid min-h-0 flex-1 grid-cols-[3.6rem_minmax(0,1fr)] max-desk:grid-cols-1">
      <div
        className={cx(
          'flex min-h-0 flex-col border-e border-line bg-surface-1',
          openId !== '' && 'max-desk:hidden',
        )}
      >
        <div className="grid gap-12 p-16">
          <h1 className="text-24 font-700 tracking-tight">{t('nav.support.name')}</h1>
          <Segmented<Status>
            label={t('list.filter.state')}
            value={status}
            onChange={(next) => address.set({ estado: next === 'waiting' ? '' : next, aberto: '' })}
            options={statuses.map((value) => ({ value, label: names[value] }))}
          />
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto border-t border-line">
          {list.error && (
            <ErrorCard
              title={t('list.failed.title')}
              text={list.error.said || t('list.failed.text')}
              retryLabel={t('list.failed.retry')}
              onRetry={list.reload}
            />
          )}
          {list.isLoading && <Skeleton className="m-16 h-80" />}
          {!list.isLoading && !list.error && list.rows.length === 0 && (
            <Empty icon="chat-circle-dots-duotone" title={t('support.list.empty')} />
          )}
          <ul aria-label={t('support.list.label')}>
            {list.rows.map((thread) => (
              <li key={thread.threadId}>
                <ThreadButton
                  thread={thread}
                  isOpen={thread.threadId === openId}
                  onOpen={() => address.set({ aberto: thread.threadId })}
                />
              </li>
            ))}
          </ul>
        </div>
      </div>
      {openId === '' ? (
        <div className="grid place-content-center max-desk:hidden">
          <Empty
            icon="chat-circle-dots-duotone"
            title={t('support.none.title')}
            text={t('support.none.text')}
          />
        </div>
      ) : (
        <Thread
          key={openId}
          threadId={openId}
          lastLineAt={open?.lastLineAt}
          onLeave={() => address.set({ aberto: '' })}
        />
      )}
    </main>
  )
}

function ThreadButton({
  thread,
  isOpen,
  onOpen,
}: {
  thread: ThreadHead
  isOpen: boolean
  onOpen: () => void
}) {
  const t = useText()
  const format = useFormat()
  const { playerId, lang, lastText, lastLineAt, waitsSince } = thread
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
    </button>
  )
}

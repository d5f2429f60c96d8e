import { cx, Empty, ErrorCard, Segmented, Skeleton } from '@palpite/ui'
import { useAddress } from '../../shared/address.ts'
import { useAsked, usePages } from '../../shared/ask-again.ts'
import { ListFoot } from '../../shared/ListFoot.tsx'
import { useShortcuts } from '../../shared/shortcuts.ts'
import { useText } from '../../shared/text.ts'
import { ownerNames, ownerOf, type OwnerView, ownerViews } from './owners.ts'
import { SupportTabs } from './SupportTabs.tsx'
import { Thread, versionOf } from './Thread.tsx'
import { ThreadButton } from './ThreadButton.tsx'

const statuses = ['waiting', 'answered', 'closed'] as const
type Status = (typeof statuses)[number]

/** The inbox polling interval: it is not about one player, so views are not audited. */
const INBOX_MS = 5_000

/** Closes the bet and the player record that were open beside the former thread. */
const left = { aposta: '', ficha: '' }

/** The support inbox: threads on one side, the open one and its player on the other. */
export function SupportPage() {
  const t = useText()
  const address = useAddress()
  const status = statuses.find((one) => one === address.get('estado')) ?? 'waiting'
  const view = ownerViews.find((one) => one === address.get('dono')) ?? 'todas'
  const inbox = { status, owner: ownerOf[view] }
  const list = usePages('GET /api/backoffice/support/threads', inbox, { everyMs: INBOX_MS })
  const openId = address.get('aberto')
  const listed = list.rows.find(({ threadId }) => threadId === openId)
  // Answered, assigned or ended, a chat leaves the list and stays open.
  const { data: unlisted } = useAsked(
    'GET /api/backoffice/support/threads/:threadId/summary',
    { params: { threadId: openId } },
    { isWanted: openId !== '' && !listed && !list.isLoading, everyMs: INBOX_MS },
  )
  const open = listed ?? unlisted
  const step = (by: 1 | -1) => {
    const at = list.rows.findIndex(({ threadId }) => threadId === openId)
    const next = list.rows[at === -1 ? 0 : at + by]
    if (next) address.set({ ...left, aberto: next.threadId })
  }
  const isDrawerOpen = address.get('aposta') !== '' || address.get('ficha') !== ''
  useShortcuts({
    j: () => step(1),
    k: () => step(-1),
    Escape: () => address.set(isDrawerOpen ? left : { aberto: '' }),
  })
  const names = {
    waiting: t('support.status.waiting'),
    answered: t('support.status.answered'),
    closed: t('support.status.closed'),
  }
  return (
    <main className="flex min-h-0 flex-1">
      <div
        className={cx(
          'flex min-h-0 w-320 shrink-0 flex-col border-e border-line bg-surface-1 max-desk:w-full',
          openId !== '' && 'max-desk:hidden',
        )}
      >
        <div className="px-16 pt-16">
          <h1 className="mb-6 text-24 font-700 tracking-tight">{t('nav.support.name')}</h1>
          <SupportTabs />
        </div>
        <div className="grid gap-8 px-16 pb-12">
          <Segmented<Status>
            label={t('list.filter.state')}
            value={status}
            onChange={(next) => address.set({ ...left, estado: next === 'waiting' ? '' : next, aberto: '' })}
            options={statuses.map((value) => ({ value, label: names[value] }))}
          />
          <Segmented<OwnerView>
            label={t('support.owner.label')}
            value={view}
            onChange={(next) => address.set({ ...left, dono: next === 'todas' ? '' : next, aberto: '' })}
            options={ownerViews.map((value) => ({ value, label: t(ownerNames[value]) }))}
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
                  onOpen={() => address.set({ ...left, aberto: thread.threadId })}
                />
              </li>
            ))}
          </ul>
          {list.rows.length > 0 && (
            <div className="px-16 py-8">
              <ListFoot list={list} />
            </div>
          )}
        </div>
      </div>
      {openId === '' ? (
        <div className="grid flex-1 place-content-center max-desk:hidden">
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
          version={open && versionOf(open)}
          onLeave={() => address.set({ ...left, aberto: '' })}
        />
      )}
    </main>
  )
}

import type { MessageKind } from '@palpite/contract'
import { Button, Chip, Empty, Icon } from '@palpite/ui'
import { useEffect } from 'react'
import { useSearchParams } from 'wouter'
import { useCall } from '../../../shared/api/use-call.ts'
import { TopBar } from '../../../shared/bars/TopBar.tsx'
import { DayGroups } from '../../../shared/DayGroups.tsx'
import { Loaded } from '../../../shared/Loaded.tsx'
import { LoadMore } from '../../../shared/LoadMore.tsx'
import { openOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { kindOf, kindViews, shownKinds } from './message-kinds.ts'
import { MessageRow } from './MessageRow.tsx'
import { useMarkAllRead, useMessagePages } from './use-messages.ts'

/** The message centre. The address has its tab (`kind`) and a linked message (`id`). */
export function MessagesPage() {
  const t = useText()
  const [search, setSearch] = useSearchParams()
  const kind = kindOf(search.get('kind'))
  const linked = search.get('id')
  useEffect(() => {
    if (linked !== null && /^[0-9A-Z]{13}$/.test(linked)) openOverlay('message', { messageId: linked })
  }, [linked])
  const { data: counts } = useCall('GET /api/app/messages/unread', { loading: false })
  const unread = counts && { ...counts, all: counts.result + counts.bonus + counts.cashier + counts.system }
  const { data: shown } = useMessagePages(kind)
  const marking = useMarkAllRead()
  const choose = (next: MessageKind | undefined) =>
    setSearch(
      (params) => {
        params.delete('id')
        if (next) params.set('kind', next)
        else params.delete('kind')
        return params
      },
      { replace: true },
    )
  return (
    <>
      <TopBar title={t('messages.page.title')} isLong />
      <main className="grid grid-cols-1 gap-12 px-12 pt-8 pb-16">
        <div role="group" aria-label={t('messages.page.filter')} className="flex flex-wrap gap-6">
          {[undefined, ...shownKinds].map((each) => (
            <Chip key={each ?? 'all'} chosen={each === kind} onClick={() => choose(each)}>
              {t(each ? kindViews[each].text : 'messages.kind.all')}
              {unread && unread[each ?? 'all'] > 0 && (
                <span className="rounded-full bg-brand px-6 text-11 font-800 text-on-brand">
                  <span className="sr-only">{t('messages.unread.count')} </span>
                  {unread[each ?? 'all'] > 99 ? '99+' : unread[each ?? 'all']}
                </span>
              )}
            </Chip>
          ))}
          <Chip onClick={() => openOverlay('messagePreferences')}>
            <Icon name="bell-duotone" className="size-18" />
            {t('messages.notices.title')}
          </Chip>
        </div>
        {shown && unread && unread[kind ?? 'all'] > 0 && (
          <div className="grid wide:justify-self-end">
            <Button kind="secondary" size="m" busy={marking.isPending} onClick={() => marking.mutate(kind)}>
              {t('messages.page.readAll')}
            </Button>
          </div>
        )}
        <MessageList key={kind ?? 'all'} kind={kind} />
      </main>
    </>
  )
}

function MessageList({ kind }: { kind: MessageKind | undefined }) {
  const t = useText()
  const pages = useMessagePages(kind)
  return (
    <Loaded query={pages} skeleton={Array<string>(6).fill('h-96 rounded-18')} gap="gap-8">
      {(data) => {
        const items = data.pages.flatMap((page) => page.items)
        if (items.length === 0)
          return (
            <Empty
              icon="envelope-simple-duotone"
              title={t('messages.page.none')}
              text={t('messages.page.noneText')}
            />
          )
        return (
          <>
            <DayGroups
              items={items}
              row={(message) => <MessageRow key={message.messageId} message={message} />}
            />
            <LoadMore pages={pages} label={t('messages.page.more')} />
          </>
        )
      }}
    </Loaded>
  )
}

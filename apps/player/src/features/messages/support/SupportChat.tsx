import type { SupportAbout } from '@palpite/contract'
import { IconButton, Sheet, Skeleton } from '@palpite/ui'
import { useEffect, useRef, useState } from 'react'
import { NotLoaded } from '../../../shared/Loaded.tsx'
import { LoadMore } from '../../../shared/LoadMore.tsx'
import { closeOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { ChatLine } from './ChatLine.tsx'
import { Composer } from './Composer.tsx'
import { EndChat } from './EndChat.tsx'
import { hoursText } from './hours-text.ts'
import { useHouseTypes, useReadUpTo, useSupportPages } from './use-support-chat.ts'

/** Our own chat: lines, newest at the bottom, and the input. */
export function SupportChat({ about }: { about?: SupportAbout | undefined }) {
  const t = useText()
  const pages = useSupportPages()
  const { data, isError, refetch } = pages
  const [isEnding, setIsEnding] = useState(false)
  const newest = data?.pages[0]
  const lines = data?.pages.toReversed().flatMap((page) => page.lines) ?? []
  const houseTypes = useHouseTypes()
  useReadUpTo(lines.findLast(({ author }) => author === 'operator')?.lineId, newest?.unread ?? 0)
  const end = useEndInSight(`${lines.at(-1)?.lineId} ${houseTypes}`)
  const readUpTo = lines.findIndex(({ lineId }) => lineId === newest?.readUpTo)
  return (
    <Sheet
      side="right"
      title={t('support.page.title')}
      closeLabel={t('app.close.label')}
      onClose={closeOverlay}
      aside={
        newest && !newest.isClosed ? (
          <IconButton icon="sign-out" label={t('support.end.open')} onClick={() => setIsEnding(!isEnding)} />
        ) : undefined
      }
      footer={
        newest && (isEnding ? <EndChat onDone={() => setIsEnding(false)} /> : <Composer about={about} />)
      }
    >
      <div className="grid min-h-full content-end gap-8 px-12 pb-4">
        {newest ? (
          <>
            <p className="text-center text-12 text-text-2">{hoursText(t, newest.hours)}</p>
            <LoadMore pages={pages} label={t('support.chat.earlier')} />
            <div role="log" aria-label={t('support.chat.label')} className="grid gap-8">
              <p className="max-w-300 justify-self-start rounded-18 bg-surface-2 px-14 py-10 text-14">
                {newest.greeting}
              </p>
              {lines.map((line, place) => (
                <ChatLine key={line.lineId} line={line} isSeen={place <= readUpTo} />
              ))}
              {(houseTypes || newest.isTyping) && (
                <p className="justify-self-start text-12 text-text-2">{t('support.chat.typing')}</p>
              )}
            </div>
            <div ref={end} />
          </>
        ) : isError ? (
          <NotLoaded refetch={refetch} />
        ) : (
          <div aria-busy="true" className="grid gap-12">
            <Skeleton className="h-56 w-240 rounded-18" />
            <Skeleton className="h-56 w-180 justify-self-end rounded-18" />
            <Skeleton className="h-56 w-240 rounded-18" />
          </div>
        )}
      </div>
    </Sheet>
  )
}

/** Keeps the end of the chat visible when lines arrive. */
function useEndInSight(what: string) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // In braces: newer browsers return a promise, which is no cleanup function.
    end.current?.scrollIntoView({ block: 'end' })
  }, [what])
  return end
}

import { type TimelineKind, timelineKinds } from '@palpite/contract/backoffice'
import { Button, Empty, Skeleton } from '@palpite/ui'
import { NotAnswered } from '../../shared/Answered.tsx'
import { useAddress } from '../../shared/address.ts'
import { useLook } from '../../shared/look.ts'
import { useMe } from '../../shared/me.ts'
import { Pick } from '../../shared/Pick.tsx'
import { useText } from '../../shared/text.ts'
import { joined, kindLooks } from './timeline.ts'
import { TimelineEntry } from './TimelineEntry.tsx'
import { usePlayerPages } from './use-player-pages.ts'

/** What happened to a player and was done about them, newest first; the kind in the address is shown alone. */
export function Timeline({ playerId }: { playerId: number }) {
  const t = useText()
  const address = useAddress()
  const { permissions } = useMe()
  const kinds = (Object.keys(kindLooks) as TimelineKind[]).filter((kind) =>
    permissions.includes(timelineKinds[kind]),
  )
  const kind = kinds.find((one) => one === address.get('tipo'))
  return (
    <>
      <Pick
        label={t('players.timeline.filter')}
        value={kind ?? 'all'}
        options={[
          { value: 'all' as const, label: t('players.timeline.all') },
          ...kinds.map((value) => ({ value, label: t(kindLooks[value].name) })),
        ]}
        onChange={(next) => address.set({ tipo: next === 'all' ? '' : next })}
      />
      <Entries playerId={playerId} kind={kind} />
    </>
  )
}

function Entries({ playerId, kind }: { playerId: number; kind: TimelineKind | undefined }) {
  const t = useText()
  const { language } = useLook()
  const asked = usePlayerPages('GET /api/backoffice/players/:playerId/timeline', playerId, {
    kind,
    lang: language,
  })
  if (!asked.data)
    return (
      <div aria-busy={asked.isPending}>
        <NotAnswered asked={asked} />
        {asked.isPending && <Skeleton className="h-240" />}
      </div>
    )
  const items = asked.data.pages.flatMap((page) => page.items)
  return (
    <div>
      <NotAnswered asked={asked} />
      {items.length === 0 && !asked.hasNextPage && (
        <Empty inCard icon="receipt-duotone" title={t('players.timeline.none')} />
      )}
      <ol aria-label={t('players.part.timeline')} className="mb-10">
        {joined(items).map((item) => (
          <TimelineEntry key={item.id} item={item} playerId={playerId} />
        ))}
      </ol>
      {asked.hasNextPage && (
        <Button
          kind="outline"
          size="s"
          busy={asked.isFetchingNextPage}
          onClick={() => void asked.fetchNextPage()}
        >
          {t('list.foot.more')}
        </Button>
      )}
    </div>
  )
}

import { Button, Empty, Skeleton, StatusTag } from '@palpite/ui'
import { NotAnswered } from '../../shared/Answered.tsx'
import type { DataOf } from '../../shared/api.ts'
import { type Fact, Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { PlayerLink } from '../../shared/PlayerLink.tsx'
import { relationWords } from '../../shared/relation-words.ts'
import { useText } from '../../shared/text.ts'
import { usePlayerPages } from './use-player-pages.ts'

type Page = DataOf<'GET /api/backoffice/players/:playerId/invitations'>

/** Who invited a player, and the players invited directly, newest first. Each leads to the same part of the other record. */
export function Invitations({ playerId }: { playerId: number }) {
  const t = useText()
  const asked = usePlayerPages('GET /api/backoffice/players/:playerId/invitations', playerId)
  const first = asked.data?.pages[0]
  if (!asked.data || !first)
    return (
      <div aria-busy={asked.isPending}>
        <NotAnswered asked={asked} />
        {asked.isPending && <Skeleton className="h-240" />}
      </div>
    )
  const items = asked.data.pages.flatMap((page) => page.items)
  return (
    <>
      <NotAnswered asked={asked} />
      <Inviters inviters={first.inviters} />
      <Sums page={first} />
      {items.length === 0 && (
        <Empty inCard icon="share-network-duotone" title={t('players.invitations.none')} />
      )}
      {items.length > 0 && (
        <ol aria-label={t('players.invitations.list')}>
          {items.map((item) => (
            <Invitee key={item.playerId} item={item} />
          ))}
        </ol>
      )}
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
    </>
  )
}

/** The chain upwards, the nearest first. */
function Inviters({ inviters }: { inviters: Page['inviters'] }) {
  const t = useText()
  if (inviters.length === 0) return <Facts facts={[[t('players.invitations.by'), '–']]} />
  return (
    <Facts
      facts={inviters.map(({ playerId, level, relations }): Fact => [
        level === 1 ? t('players.invitations.by') : t('players.invitations.level', { level }),
        <span key={playerId} className="inline-flex flex-wrap items-center justify-end gap-6">
          <Related relations={relations} />
          <PlayerLink playerId={playerId} part="convites" />
        </span>,
      ])}
    />
  )
}

/** How many were invited, and the commission where the operator may see it, as the first page has them. */
function Sums({ page: { invitees, commission } }: { page: Page }) {
  const t = useText()
  const format = useFormat()
  const money: Fact[] = commission
    ? [
        [t('players.invitations.earned'), format.money(commission.earnedCents)],
        [t('players.invitations.paid'), format.money(commission.paidCents)],
        [t('players.invitations.held'), format.money(commission.heldCents)],
      ]
    : []
  const counts: Fact[] = invitees
    ? [
        [t('players.invitations.direct'), format.number(invitees.direct)],
        [t('players.invitations.all'), format.number(invitees.all)],
      ]
    : []
  return <Facts facts={[...counts, ...money]} />
}

function Invitee({ item }: { item: Page['items'][number] }) {
  const t = useText()
  const format = useFormat()
  const { commission, isTest } = item
  return (
    <li className="grid grid-cols-[1fr_auto] gap-x-10 gap-y-2 border-b border-line py-8 text-13 last:border-0">
      <span className="flex flex-wrap items-center gap-6">
        <PlayerLink playerId={item.playerId} part="convites" />
        {isTest && <StatusTag tone="neutral">{t('players.kind.test')}</StatusTag>}
        <Related relations={item.relations} />
      </span>
      {commission && <span className="text-end font-600">{format.money(commission.earnedCents)}</span>}
      <span className="col-span-2 text-12 text-text-2">
        {t('players.invitations.registered', { at: format.time(item.registeredAt) })} ·{' '}
        {t('players.invitations.own', { count: item.invitees })}
      </span>
      {commission && (
        <span className="col-span-2 text-12 text-text-2">
          {t('players.invitations.brought', { staked: format.money(commission.settledCents) })}
          {commission.heldCents > 0 &&
            ` · ${t('players.invitations.heldOf', { amount: format.money(commission.heldCents) })}`}
        </span>
      )}
    </li>
  )
}

/** What makes two accounts look like one person's: it holds commission back. */
function Related({ relations }: { relations: readonly string[] }) {
  const t = useText()
  if (relations.length === 0) return null
  const words = relationWords(relations, t)
  return (
    <span className="text-12 font-600 text-warn">
      {t('players.invitations.related', { relations: words })}
    </span>
  )
}

import { Icon } from '@palpite/ui'
import { Link } from 'wouter'
import { actName, actorName } from '../../shared/audit-words.ts'
import { useFormat } from '../../shared/format.ts'
import { useMay } from '../../shared/me.ts'
import { type TextKey, useText } from '../../shared/text.ts'
import { eventNames, kindLooks, placeOfEntry, stateName, type TimelineItem } from './timeline.ts'

type Props = { item: TimelineItem & { times: number }; playerId: number }

/** One entry: its kind, what happened, how it stands, its money and when; linked to its detail. */
export function TimelineEntry({ item, playerId }: Props) {
  const t = useText()
  const format = useFormat()
  const { icon, name } = kindLooks[item.kind]
  const may = { books: useMay('books.read'), review: useMay('withdrawals.review') }
  const href = placeOfEntry(item, playerId, may)
  const title = item.event === 'audited' ? actName(t, item.text ?? '') : t(eventNames[item.event])
  const words = useWords(item)
  return (
    <li className="grid grid-cols-[auto_1fr_auto] gap-x-10 border-b border-line py-8 text-13 last:border-0">
      <span className="row-span-3 grid size-32 place-items-center rounded-11 bg-surface-3 text-text-2">
        <Icon name={icon} className="size-18" />
      </span>
      <p className="min-w-0 font-600">
        {href === undefined ? (
          title
        ) : (
          <Link href={href} className="text-info underline-offset-2 hover:underline">
            {title}
          </Link>
        )}
        {item.times > 1 && ` ${t('players.timeline.times', { times: item.times })}`}
      </p>
      <p className="text-end font-600 whitespace-nowrap">
        {item.amountCents !== null && format.money(item.amountCents)}
      </p>
      {words.length > 0 && (
        <p className="col-span-2 col-start-2 wrap-anywhere whitespace-pre-wrap">{words.join(' · ')}</p>
      )}
      <p className="col-span-2 col-start-2 text-12 text-text-2">
        {[t(name), format.time(item.at), ...(item.by ? [actorName(t, item.by)] : [])].join(' · ')}
      </p>
    </li>
  )
}

/** What an entry says in a line, part by part. */
function useWords(item: TimelineItem): string[] {
  const t = useText()
  const format = useFormat()
  const state = stateName(item)
  const parts = [state && t(state)]
  if (item.event === 'audited') parts.push(item.state ?? undefined)
  else if (item.event === 'case_opened') parts.push(t('players.timeline.grade', { grade: item.text ?? '' }))
  else if (item.event === 'limit_asked') parts.push(limitOf(item, t))
  else if (item.event === 'rounds_played') parts.push(format.date(item.text ?? ''))
  else parts.push(item.text ?? undefined)
  if (item.event === 'transfer_sent' || item.event === 'transfer_received') parts.push(`#${item.ref}`)
  if (item.returnCents !== null)
    parts.push(t('players.timeline.returned', { amount: format.money(item.returnCents) }))
  if (item.until !== null)
    parts.push(t(untilNames[item.event] ?? 'players.timeline.until', { at: format.time(item.until) }))
  for (const { game, rounds, stakeCents, payoutCents } of item.games)
    parts.push(
      t('players.timeline.game', {
        game: gameName(t, game),
        rounds,
        stake: format.money(stakeCents),
        payout: format.money(payoutCents),
      }),
    )
  return parts.filter((part) => part !== undefined)
}

const untilNames: Readonly<Partial<Record<TimelineItem['event'], TextKey>>> = {
  account_suspended: 'players.timeline.lifted',
  case_opened: 'players.timeline.closedAt',
}

type Text = ReturnType<typeof useText>

/** A limit that is no money; undefined for money, which is shown as an amount. */
function limitOf({ amountCents, state, text }: TimelineItem, t: Text): string | undefined {
  if (amountCents !== null) return undefined
  if (text === null) return t('players.timeline.noLimit')
  return t(state?.startsWith('time') ? 'players.timeline.minutes' : 'players.timeline.bets', {
    count: Number(text),
  })
}

const gameNames: Readonly<Record<string, TextKey>> = {
  mines: 'game.mines.name',
  dice: 'game.dice.name',
  limbo: 'game.limbo.name',
  luckyColor: 'game.luckyColor.name',
  rowDouble: 'game.rowDouble.name',
  double: 'game.double.name',
}

const gameName = (t: Text, game: string): string => {
  const name = gameNames[game]
  return name ? t(name) : game
}

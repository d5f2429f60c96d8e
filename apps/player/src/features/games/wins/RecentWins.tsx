import { Icon, Skeleton } from '@palpite/ui'
import { useId } from 'react'
import { Link } from 'wouter'
import type { Calls } from '@palpite/contract'
import { useCall } from '../../../shared/api/use-call.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { NotLoaded } from '../../../shared/Loaded.tsx'
import { hrefOf } from '../../../shared/paths.ts'
import { nameOf } from '../../../shared/small-games.ts'
import { useText } from '../../../shared/text/text.ts'

/** Frequent enough to look alive, slow enough to read. */
const askedEveryMs = 30_000
const rows = 4

/** On home: the small games' last wins, anonymous: the gain beyond the stake. */
export function RecentWins() {
  const t = useText()
  const id = useId()
  const { data, isError, refetch } = useCall(
    'GET /api/app/games/wins',
    { loading: false },
    { refetchInterval: askedEveryMs },
  )
  return (
    <section aria-labelledby={id} className="mt-16 px-12">
      <h2 id={id} className="mb-8 flex items-center gap-7 px-4 text-18 font-700 tracking-tight">
        <Icon name="star-fill" className="size-22 text-brand-text" />
        {t('games.wins.recent')}
      </h2>
      {isError && !data ? (
        <NotLoaded refetch={refetch} />
      ) : (
        <ol aria-busy={!data} className="grid gap-6">
          {!data && <Skeleton className="h-220 rounded-14" />}
          {data?.slice(0, rows).map((win) => (
            <Win key={win.winId} win={win} />
          ))}
          {data?.length === 0 && <li className="px-4 text-14 text-text-2">{t('games.wins.none')}</li>}
        </ol>
      )}
    </section>
  )
}

function Win({ win }: { win: Calls['GET /api/app/games/wins']['data'][number] }) {
  const t = useText()
  const format = useFormat()
  return (
    <li className="rounded-14 bg-surface-1">
      <Link
        href={hrefOf(win.game)}
        className="flex finger-52 flex-wrap items-center justify-between gap-x-12 rounded-14 px-12 py-8 hover:bg-surface-2"
      >
        <span className="grid text-14">
          <b className="font-600">{t(nameOf(win.game))}</b>
          <span className="text-12 text-text-2">
            {win.who} · {format.multiplier(win.multiplierE4)}
          </span>
        </span>
        <span className="text-14 font-700 text-win">{format.money(win.payoutCents - win.stakeCents)}</span>
      </Link>
    </li>
  )
}

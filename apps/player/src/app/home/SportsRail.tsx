import { Icon, Skeleton } from '@palpite/ui'
import { Link } from 'wouter'
import { useCall } from '../../shared/api/use-call.ts'
import { hrefOf } from '../../shared/paths.ts'
import { sportViews } from '../../shared/sports.ts'
import { useText } from '../../shared/text/text.ts'

const pollMs = 30_000

const rail = {
  row: {
    nav: 'no-bar flex gap-4 overflow-x-auto px-8 pt-6 wide:hidden',
    link: 'group grid w-min min-w-66 shrink-0 justify-items-center gap-6 rounded-14 py-4 text-center text-11 wrap-normal break-keep font-500 text-text-2 hover:text-text',
    sign: 'relative grid size-50 place-items-center rounded-18 bg-surface-2 text-text light:hairline light:bg-surface-1 group-hover:bg-surface-3 light:group-hover:bg-surface-3',
  },
  tree: {
    nav: 'grid gap-2 pt-8 pb-24',
    link: 'flex min-h-44 items-center gap-10 rounded-11 px-2 text-13 font-500 text-text-2 hover:bg-surface-2 hover:text-text',
    sign: 'relative grid size-40 shrink-0 place-items-center rounded-11 text-text',
  },
} as const

/** The sports with their live counts: in a row, or on a desktop in a column. */
export function SportsRail({ isTree }: { isTree?: boolean }) {
  const t = useText()
  const look = rail[isTree ? 'tree' : 'row']
  const sports = useCall('GET /api/app/sportsbook/sports', { loading: false }, { refetchInterval: pollMs })
  if (sports.isError) return null
  return (
    <nav data-stop aria-label={t('home.rail.label')} aria-busy={sports.isPending} className={look.nav}>
      {!sports.data &&
        [1, 2, 3, 4, 5, 6].map((place) => (
          <div key={place} className="grid w-66 shrink-0 justify-items-center gap-6 py-4">
            <Skeleton className="size-50 rounded-18" />
            <Skeleton className="h-12 w-44 rounded-6" />
          </div>
        ))}
      {sports.data?.map(({ sport, live }) => (
        <Link key={sport} href={hrefOf('footballPage', { sport })} className={look.link}>
          <span className={look.sign}>
            <Icon name={sportViews[sport].icon} className={isTree ? 'size-24' : 'size-27'} />
            {live > 0 && (
              <span className="absolute -end-6 -top-4 flex min-h-17 items-center gap-3 rounded-6 bg-surface-4 px-5 text-10 font-700 text-text ring-2 ring-bg light:bg-surface-1">
                <span aria-hidden="true" className="size-5 rounded-full bg-live" />
                {live}
                <span className="sr-only">{t('home.rail.live')}</span>
              </span>
            )}
          </span>
          <span className={isTree ? 'min-w-0 flex-1 tree-narrow:sr-only' : undefined}>
            {t(sportViews[sport].text)}
          </span>
        </Link>
      ))}
    </nav>
  )
}

import { Skeleton } from '@palpite/ui'
import { TopBar } from '../../../shared/bars/TopBar.tsx'
import { Sides } from './Sides.tsx'

type Props = {
  competition: string
  home: string
  away: string
  kickOff: string
  /** All in one line. */
  about: string
  isLive: boolean
}

/** A match page as a build-time template: the server fills in the names. */
export function MatchOutline({ competition, home, away, kickOff, about, isLive }: Props) {
  return (
    <>
      <TopBar isLong title={competition} />
      <main className="px-12 pb-12">
        <div aria-busy="true" className="grid gap-8">
          <section className="hairline min-h-180 rounded-18 bg-surface-1 px-12 pt-42 pb-14">
            <Sides home={home} away={away} crestOf={() => <Skeleton className="size-56 rounded-full" />}>
              <span className="text-center text-14 font-700">{kickOff}</span>
            </Sides>
            {/* The page's largest words: nothing later is larger, so they are the largest contentful paint. */}
            <p className="pt-10 text-center text-14 text-text-2">{about}</p>
          </section>
          {isLive ? <PanelOutline /> : <Skeleton className="h-110 rounded-18" />}
          <Skeleton className="h-220 rounded-18" />
        </div>
      </main>
    </>
  )
}

/** For a live match: the place of its statistics, above the field's fold line. */
const PanelOutline = () => (
  <section className="hairline rounded-18 bg-surface-1 p-10">
    <Skeleton className="h-44 rounded-14" />
    <Skeleton className="mt-10 h-90 rounded-14" />
    <Skeleton className="mt-10 h-34 rounded-11" />
  </section>
)

import { Skeleton } from '@palpite/ui'
import { TopBar } from '../../../shared/bars/TopBar.tsx'
import { Sides } from './Sides.tsx'

type Props = {
  competition: string
  home: string
  away: string
  kickOff: string
  /** All of it in one line. */
  about: string
  isLive: boolean
}

/** The page of a match as far as its names tell it. Drawn at build with places for the words, which the server fills. */
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
            {/* The largest words of the page: what comes after is no larger, so the page is painted when these are. */}
            <p className="pt-10 text-center text-14 text-text-2">{about}</p>
          </section>
          {isLive ? <PanelOutline /> : <Skeleton className="h-110 rounded-18" />}
          <Skeleton className="h-220 rounded-18" />
        </div>
      </main>
    </>
  )
}

/** Of a match that is played: where its counts stand, over the line that opens its field. */
const PanelOutline = () => (
  <section className="hairline rounded-18 bg-surface-1 p-10">
    <Skeleton className="h-44 rounded-14" />
    <Skeleton className="mt-10 h-90 rounded-14" />
    <Skeleton className="mt-10 h-34 rounded-11" />
  </section>
)

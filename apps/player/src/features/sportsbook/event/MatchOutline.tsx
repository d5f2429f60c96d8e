import { Skeleton } from '@palpite/ui'
import { TopBar } from '../../../shared/bars/TopBar.tsx'
import { useText } from '../../../shared/text/text.ts'
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
          {isLive ? <FieldOutline /> : <Skeleton className="h-110 rounded-18" />}
          <Skeleton className="h-220 rounded-18" />
        </div>
      </main>
    </>
  )
}

/** Of a match that is played: where its field is drawn, and what is said of it. */
function FieldOutline() {
  const t = useText()
  return (
    <section className="hairline rounded-18 bg-surface-1 p-10">
      <Skeleton className="h-44 rounded-14" />
      <Skeleton className="mt-10 h-197 rounded-14" />
      <p className="px-4 pt-8 text-12 text-text-2">{t('sportsbook.tracker.note')}</p>
    </section>
  )
}

import { Icon, Skeleton } from '@palpite/ui'
import { Link } from 'wouter'
import { NotAnswered } from '../../shared/Answered.tsx'
import type { DataOf } from '../../shared/api.ts'
import { useAsked } from '../../shared/ask-again.ts'
import { wordsOf } from '../../shared/failure.ts'
import { useFormat } from '../../shared/format.ts'
import { useMay } from '../../shared/me.ts'
import { type TextKey, useText } from '../../shared/text.ts'
import type { Permission } from '@palpite/contract/backoffice'

type Figures = DataOf<'GET /api/backoffice/books/figures'>

const EVERY_MS = 60_000

type Shown = {
  name: TextKey
  of: keyof Figures['now']
  /** The list behind it, and the permission for it. */
  path: string
  needs: Permission
  /** Its list is filtered by day. */
  isByDay?: true
}

const shown: readonly Shown[] = [
  { name: 'dashboard.figure.ggr', of: 'ggrCents', path: '/apostas', needs: 'bets.read', isByDay: true },
  { name: 'dashboard.figure.ngr', of: 'ngrCents', path: '/apostas', needs: 'bets.read', isByDay: true },
  { name: 'dashboard.figure.games', of: 'gamesCents', path: '/rodadas', needs: 'rounds.read', isByDay: true },
  { name: 'dashboard.figure.deposits', of: 'depositsCents', path: '/depositos', needs: 'books.read' },
  {
    name: 'dashboard.figure.withdrawals',
    of: 'withdrawalsCents',
    path: '/saques/a-caminho',
    needs: 'withdrawals.review',
  },
  { name: 'dashboard.figure.players', of: 'activePlayers', path: '/jogadores', needs: 'players.read' },
]

/** Today's earnings and flows beside the last closed day; each figure links to its list. */
export function FigureCards() {
  const t = useText()
  const format = useFormat()
  const asked = useAsked('GET /api/backoffice/books/figures', {}, { everyMs: EVERY_MS })
  const { data } = asked
  const mayReview = useMay('bets.review')
  return (
    <section aria-labelledby="figures">
      <h2 id="figures" className="text-16 font-700">
        {t('dashboard.figures.title')}
      </h2>
      <p className="mb-8 text-13 text-text-2">
        {!data || data.since === data.today
          ? t('dashboard.figures.today')
          : t('dashboard.figures.since', { day: format.day(data.since) })}
      </p>
      <NotAnswered asked={asked} />
      <div className="grid grid-cols-[repeat(auto-fill,minmax(1.7rem,1fr))] gap-12">
        {shown.map((figure) => (
          <Card key={figure.name} figure={figure} data={data} isFailed={asked.error !== null} />
        ))}
        {mayReview && <Liability />}
      </div>
    </section>
  )
}

function Card({ figure, data, isFailed }: { figure: Shown; data: Figures | undefined; isFailed: boolean }) {
  const t = useText()
  const format = useFormat()
  const { name, of, path, needs, isByDay } = figure
  const mayOpen = useMay(needs)
  const words = (value: number) => (of === 'activePlayers' ? format.number(value) : format.money(value))
  const href = isByDay && data ? `${path}?de=${data.since}&ate=${data.today}` : path
  return (
    <Figure
      name={t(name)}
      href={mayOpen ? href : undefined}
      isFailed={isFailed}
      shown={
        data && {
          value: words(data.now[of]),
          note: data.last
            ? t('dashboard.figure.last', { day: format.day(data.last.day), value: words(data.last[of]) })
            : t('dashboard.figure.noLast'),
        }
      }
    />
  )
}

/** What the open bets cost the house if every match ends in its worst score. */
function Liability() {
  const t = useText()
  const format = useFormat()
  const asked = useAsked('GET /api/backoffice/bets/worst', {}, { everyMs: EVERY_MS })
  return (
    <Figure
      name={t('dashboard.figure.liability')}
      href="/marcadas/risco"
      isFailed={asked.error !== null}
      failure={asked.error ? wordsOf(asked.error, t) : undefined}
      shown={
        asked.data && {
          value: format.money(asked.data.book.costCents),
          note: t('dashboard.figure.bound', { value: format.money(asked.data.book.maxCents) }),
        }
      }
    />
  )
}

type FigureProps = {
  name: string
  href: string | undefined
  /** Undefined until it is known. */
  shown: { value: string; note: string } | undefined
  isFailed: boolean
  /** Why it is missing, where nothing else on the page says so. */
  failure?: string | undefined
}

/** One number, which leads to its list where the operator may open that. */
function Figure({ name, href, shown: figure, isFailed, failure }: FigureProps) {
  return (
    <article className="hairline relative grid content-between gap-8 rounded-14 bg-surface-1 p-16 has-[a:hover]:bg-surface-2">
      <h3 className="text-13 font-600 text-text-2">
        {href === undefined ? (
          name
        ) : (
          <Link
            href={href}
            className="flex items-center justify-between gap-8 after:absolute after:inset-0 after:rounded-14"
          >
            {name}
            <Icon name="arrow-right" className="size-16" />
          </Link>
        )}
      </h3>
      {!figure && !isFailed && <Skeleton className="h-32 w-120" />}
      {!figure && failure !== undefined && (
        <p role="status" className="text-12 text-text-2">
          {failure}
        </p>
      )}
      {figure && (
        <div>
          <p className="text-20 font-700 tracking-tight tabular-nums">{figure.value}</p>
          <p className="text-12 text-text-2">{figure.note}</p>
        </div>
      )}
    </article>
  )
}

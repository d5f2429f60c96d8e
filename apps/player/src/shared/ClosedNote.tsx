import { Icon } from '@palpite/ui'
import { useFormat } from './format/use-format.ts'
import type { TextKey } from './text/keys.ts'
import { useText } from './text/text.ts'
import type { Closed } from './use-closed.ts'

const scopeTexts = {
  all: 'app.maintenance.all',
  bets: 'app.maintenance.bets',
  games: 'app.maintenance.games',
  deposits: 'app.maintenance.deposits',
  withdrawals: 'app.maintenance.withdrawals',
} as const satisfies Record<Closed['scope'], TextKey>

type Props = {
  closed: readonly Closed[]
  /** Within a sheet, where it has round corners. */
  isBoxed?: boolean
}

/** Says calmly what is closed for maintenance, and until when. */
export function ClosedNote({ closed, isBoxed = false }: Props) {
  const t = useText()
  const { longDayTime } = useFormat()
  return (
    <div role="status" data-boxed={isBoxed || undefined} className="grid bg-info-tint data-boxed:rounded-14">
      {closed.map(({ scope, until, isLate }) => (
        <p key={scope} className="flex min-h-44 items-center gap-10 px-12 py-8 text-13">
          <Icon name="info-fill" className="size-20 shrink-0 text-info" />
          <span className="min-w-0">
            <span className="font-600">{t(scopeTexts[scope])}</span>{' '}
            <span className="text-text-2">
              {isLate ? t('app.maintenance.late') : t('app.maintenance.until', { until: longDayTime(until) })}
            </span>
          </span>
        </p>
      ))}
    </div>
  )
}

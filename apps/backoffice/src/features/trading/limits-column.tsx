import { Icon } from '@palpite/ui'
import { useAddress } from '../../shared/address.ts'
import type { useFormat } from '../../shared/format.ts'
import type { ListColumn } from '../../shared/list-column.tsx'
import { useMay } from '../../shared/me.ts'
import { useText } from '../../shared/text.ts'
import type { Traded } from './traded.ts'

type Needs = { t: ReturnType<typeof useText>; format: ReturnType<typeof useFormat> }

/** The shares of the settings' limits that a match has, in words; undefined if it has all of them. */
export const limitsWords = ({ limits }: Pick<Traded, 'limits'>, { t, format }: Needs): string | undefined =>
  limits
    ? t('trading.limits.by', {
        before: format.percent(limits.beforeStartBps),
        inPlay: format.percent(limits.inPlayBps),
      })
    : undefined

/** Who set the limits of a match, since when, and why; undefined if it has those of the settings. */
export const limitsOrigin = ({ limits }: Pick<Traded, 'limits'>, { t, format }: Needs): string | undefined =>
  limits
    ? t('trading.limits.since', {
        id: limits.operatorId,
        since: format.time(limits.since),
        reason: limits.reason,
      })
    : undefined

/** The column of limits set for one match: which, whose, since when and why. Opens them to edit. */
export const limitsColumn = (needs: Needs): ListColumn<Traded> => ({
  id: 'limits',
  head: 'trading.column.limits',
  cell: (row) => (
    <span className="flex items-center gap-8">
      {row.limits ? (
        <span className="grid text-12">
          <b>{limitsWords(row, needs)}</b>
          <span className="max-w-200 truncate">{limitsOrigin(row, needs)}</span>
        </span>
      ) : (
        '–'
      )}
      <EditLimits fixtureId={row.fixtureId} />
    </span>
  ),
  csv: (row) => [limitsWords(row, needs), limitsOrigin(row, needs)].filter(Boolean).join('; '),
})

function EditLimits({ fixtureId }: { fixtureId: string }) {
  const t = useText()
  const address = useAddress()
  const mayEdit = useMay('prices.keep')
  if (!mayEdit) return null
  return (
    <button
      type="button"
      // By key from its row: a Tab for each match would be hundreds.
      tabIndex={-1}
      onClick={() => address.set({ limites: fixtureId })}
      className="relative z-1 inline-grid min-h-28 min-w-28 cursor-pointer place-items-center rounded-8 bg-surface-2 hover:bg-surface-3"
    >
      <Icon name="pencil-simple" className="size-14" />
      <span className="sr-only">{t('trading.limits.edit')}</span>
    </button>
  )
}

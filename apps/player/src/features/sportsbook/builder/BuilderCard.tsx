import { Button, Icon, IconButton } from '@palpite/ui'
import { marketName } from '@palpite/odds/market-words'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ApiError, serverMessageOf } from '../../../shared/api/api-error.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { openOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { pickName } from '../market-texts.ts'
import { toggleLeg, useSlip } from '../slip-store.ts'
import { builderPriceQuery } from './builder-price.ts'
import { builderLeg, dropPicks, togglePick, useBuilder } from './builder-store.ts'

/** The bet builder in progress: its selections with conflicts, the joint price, and the button to the slip. */
export function BuilderCard() {
  const t = useText()
  const { price } = useFormat()
  const picks = useBuilder((state) => state.picks)
  const asked = picks.map(({ outcomeId }) => outcomeId)
  const quote = useQuery({
    ...builderPriceQuery(asked),
    enabled: picks.length > 1,
    placeholderData: keepPreviousData,
  })
  const isPriced = picks.length > 1 && quote.data !== undefined && !quote.isError && !quote.isPlaceholderData
  const problem = picks.length > 1 ? problemOf(quote.error) : undefined
  const inSlip = useSlip(({ legs }) => legs.some(({ outcomeId }) => outcomeId === quote.data?.outcomeId))
  const add = () => {
    if (!quote.data || inSlip) return openOverlay('slip')
    for (const leg of builderLeg(picks, quote.data)) toggleLeg(leg)
    dropPicks()
    openOverlay('slip')
  }
  return (
    <section
      aria-label={t('sportsbook.builder.title')}
      className="hairline sticky bottom-[calc(max(env(safe-area-inset-bottom),0.06rem)+0.78rem)] z-41 grid max-h-[60dvh] gap-8 overflow-y-auto rounded-18 bg-surface-2 p-12 shadow-2 wide:bottom-12"
    >
      {picks.length < 2 && <p className="text-12 text-text-2">{t('sportsbook.builder.hint')}</p>}
      {picks.length > 0 && (
        <ul className="grid gap-2">
          {picks.map((pick) => (
            <li key={pick.outcomeId} className="flex items-center gap-6">
              <span className="min-w-0 flex-1">
                <span className="block text-14 font-700 tracking-tight">{pickName(t, pick)}</span>
                <span className="block text-12 text-text-2">
                  {marketName(t, { ...pick, type: pick.marketType })}
                </span>
                {problem?.outcomeId === pick.outcomeId && <Problem text={problem.text} />}
              </span>
              <IconButton
                icon="x-bold"
                label={t('sportsbook.leg.remove', { pick: pickName(t, pick) })}
                onClick={() => togglePick(pick)}
                className="[&_svg]:size-16"
              />
            </li>
          ))}
        </ul>
      )}
      <div role="status" className="empty:hidden">
        {problem && problem.outcomeId === undefined && (
          <Problem text={problem.text || t('app.section.failed')} />
        )}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-8">
        <p aria-live="polite" className="text-13 text-text-2">
          {t('sportsbook.combined.odds')}{' '}
          <span
            data-known={isPriced || undefined}
            className="text-18 font-800 tracking-tight text-text-3 data-known:text-brand-text"
          >
            {isPriced ? price(quote.data?.priceMilli ?? 0) : '–'}
          </span>
        </p>
        {problem && problem.outcomeId === undefined && (
          <Button kind="secondary" size="s" onClick={() => void quote.refetch()}>
            {t('app.section.retry')}
          </Button>
        )}
        <Button size="m" disabled={!isPriced} onClick={add}>
          {t('sportsbook.builder.add')}
        </Button>
      </div>
    </section>
  )
}

function Problem({ text }: { text: string }) {
  return (
    <span className="flex items-center gap-4 text-12 font-600 text-warn">
      <Icon name="warning-fill" className="size-14 shrink-0" />
      {text}
    </span>
  )
}

/** Why there is no price, and which selection causes it. */
const problemOf = (error: unknown): { text: string; outcomeId: string | undefined } | undefined => {
  if (!error) return undefined
  const data = error instanceof ApiError ? (error.data as { outcomeId?: unknown } | null) : null
  const outcomeId = typeof data?.outcomeId === 'string' ? data.outcomeId : undefined
  return { text: serverMessageOf(error) ?? '', outcomeId }
}

import { Segmented, Sheet, Skeleton } from '@palpite/ui'
import { useState } from 'react'
import { BreakBox } from '../../../shared/BreakBox.tsx'
import { HelpArticle } from '../../../shared/HelpArticle.tsx'
import { useLimitsNow } from '../../../shared/limits.ts'
import { NotLoaded } from '../../../shared/Loaded.tsx'
import { closeOverlay, type OverlayInputs } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { BreakList } from './BreakList.tsx'
import { HelpPart } from './HelpPart.tsx'
import { LimitList } from './LimitList.tsx'
import { NetPosition } from './NetPosition.tsx'

type Part = NonNullable<OverlayInputs['limits']['part']>

/** Player protection: results, limits, breaks, help. */
export function LimitsSheet({ part: first = 'limits' }: OverlayInputs['limits']) {
  const t = useText()
  const { data, isError, refetch } = useLimitsNow()
  const [part, setPart] = useState<Part>(first)
  return (
    <Sheet
      desk="panel"
      title={t('protection.limits.title')}
      closeLabel={t('app.close.label')}
      onClose={closeOverlay}
    >
      <div className="grid grid-cols-1 gap-14 px-16 pb-12">
        {data ? (
          <>
            <BreakBox breaks={data.breaks} />
            {(data.needed ?? []).length > 0 && (
              <p className="rounded-14 bg-surface-2 p-12 text-14 font-600">{t('protection.limits.needed')}</p>
            )}
            <NetPosition limits={data.limits} />
            <Segmented<Part>
              label={t('protection.limits.title')}
              value={part}
              onChange={setPart}
              options={[
                { value: 'limits', label: t('protection.tab.limits') },
                { value: 'breaks', label: t('protection.tab.breaks') },
                { value: 'help', label: t('protection.tab.help') },
              ]}
            />
            {part === 'limits' && <LimitList limits={data.limits} needed={data.needed} />}
            {part === 'breaks' && <BreakList />}
            {part === 'help' && <HelpPart realityMinutes={data.realityMinutes} onPart={setPart} />}
            <HelpArticle slug={part === 'breaks' ? 'selfExclusion' : 'limits'} />
          </>
        ) : isError ? (
          <NotLoaded refetch={refetch} />
        ) : (
          <>
            <Skeleton className="h-90" />
            <Skeleton className="h-44" />
            <Skeleton className="h-180" />
            <Skeleton className="h-180" />
          </>
        )}
      </div>
    </Sheet>
  )
}

import { Button, cx } from '@palpite/ui'
import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useAddress } from '../../shared/address.ts'
import type { ApiError } from '../../shared/api.ts'
import { useAsked, wholeList } from '../../shared/ask-again.ts'
import { DataList } from '../../shared/DataList.tsx'
import { useFormat } from '../../shared/format.ts'
import { type ListColumn, tagColumn } from '../../shared/list-column.tsx'
import { useMay } from '../../shared/me.ts'
import { Page } from '../../shared/Page.tsx'
import { useText } from '../../shared/text.ts'
import { NewPlan } from './NewPlan.tsx'
import { PlanDrawer } from './PlanDrawer.tsx'
import { PromotionTabs } from './PromotionTabs.tsx'
import {
  activityStates,
  datedKinds,
  discountsOf,
  inForceOf,
  nextOf,
  type Plan,
  planNames,
  planTones,
  promotionKinds,
  promotionNames,
  type Promotions,
  type Rule,
} from './promotion.ts'
import { RulesTable } from './RulesTable.tsx'

/** Promotions: the rules in force and every plan. */
export function PromotionsPage() {
  const t = useText()
  const address = useAddress()
  const columns = useColumns()
  const mayPropose = useMay('settings.propose')
  const asked = useAsked('GET /api/backoffice/promotions', { query: {} })
  const { data } = asked
  const list = wholeList({ ...asked, data: data?.plans } as UseQueryResult<readonly Plan[], ApiError>)
  const open = data?.plans.find(({ planId }) => planId === address.get('aberto'))
  const wanted = promotionKinds.find((kind) => kind === address.get('nova'))
  const close = () => address.set({ aberto: '', nova: '' })
  return (
    <Page
      title={t('nav.promotions.name')}
      note={t('promotions.page.note')}
      drawer={
        data &&
        (wanted ? (
          <NewPlan
            key={wanted}
            kind={wanted}
            inForce={wanted === 'discounts' ? discountsOf(data) : inForceOf(data, wanted)}
            onClose={close}
            onDone={(planId) => address.set({ nova: '', aberto: planId })}
          />
        ) : (
          open && (
            <PlanDrawer
              key={open.planId}
              plan={open}
              inForce={inForceOf(data, open.kind, open.startsOn)}
              onClose={close}
            />
          )
        ))
      }
    >
      <PromotionTabs />
      <DataList
        title={t('promotions.plans.title')}
        isTitled
        columns={columns}
        list={list}
        keyOf={({ planId }) => planId}
        open={{ key: open?.planId ?? '', onOpen: (key) => address.set({ aberto: key, nova: '' }) }}
        empty={{ title: t('promotions.plans.empty') }}
      />
      <div className="mt-24 grid items-start gap-16 office:grid-cols-3">
        {data &&
          datedKinds.map((kind) => (
            <section
              key={kind}
              aria-label={t(promotionNames[kind])}
              className={cx(
                'hairline grid gap-12 rounded-14 bg-surface-1 p-16',
                kind === 'packages' && 'office:col-span-2',
              )}
            >
              <h2 className="text-16 font-700">{t(promotionNames[kind])}</h2>
              <RulesTable kind={kind} before={inForceOf(data, kind)} {...planned(nextOf(data, kind))} />
              {mayPropose && (
                <Button
                  kind="secondary"
                  size="s"
                  aria-label={t('promotions.propose.title', { kind: t(promotionNames[kind]) })}
                  onClick={() => address.set({ nova: kind, aberto: '' })}
                >
                  {t('promotions.propose.open')}
                </Button>
              )}
            </section>
          ))}
        {data && (
          <Activities
            activities={data.activities}
            onPlan={mayPropose ? () => address.set({ nova: 'activity', aberto: '' }) : undefined}
          />
        )}
      </div>
    </Page>
  )
}

type ActivitiesProps = { activities: Promotions['activities']; onPlan: (() => void) | undefined }

/** The activities that players see, with their days. */
function Activities({ activities, onPlan }: ActivitiesProps) {
  const t = useText()
  const format = useFormat()
  return (
    <section
      aria-label={t('promotions.kind.activity')}
      className="hairline grid gap-12 rounded-14 bg-surface-1 p-16"
    >
      <h2 className="text-16 font-700">{t('promotions.kind.activity')}</h2>
      {activities.length === 0 && <p className="text-13 text-text-2">{t('promotions.activity.none')}</p>}
      <ul className="grid gap-10">
        {activities.map(({ id, title, state, startsAt, endsAt }) => (
          <li key={id} className="text-13">
            <span className="font-600">{title}</span>
            <span className="block text-12 text-text-2">
              {t('promotions.activity.period', {
                state: t(activityStates[state]),
                from: format.time(startsAt),
                until: format.time(endsAt),
              })}
            </span>
          </li>
        ))}
      </ul>
      {onPlan && (
        <Button
          kind="secondary"
          size="s"
          aria-label={t('promotions.propose.title', { kind: t('promotions.kind.activity') })}
          onClick={onPlan}
        >
          {t('promotions.propose.open')}
        </Button>
      )}
    </section>
  )
}

const planned = (after: readonly Rule[] | undefined) => (after ? { after } : {})

function useColumns(): readonly ListColumn<Plan>[] {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => [
      {
        id: 'kind',
        head: 'promotions.column.kind',
        cell: ({ kind }) => t(promotionNames[kind]),
        csv: ({ kind }) => kind,
      },
      tagColumn({ id: 'status', of: ({ status }) => status, names: planNames, tones: planTones }, t),
      {
        id: 'starts',
        head: 'promotions.column.starts',
        cell: ({ startsOn }) => format.date(startsOn),
        csv: ({ startsOn }) => startsOn,
      },
      {
        id: 'ends',
        head: 'promotions.column.ends',
        cell: ({ endsOn }) => (endsOn === null ? t('promotions.ends.never') : format.date(endsOn)),
        csv: ({ endsOn }) => endsOn ?? '',
      },
      {
        id: 'reason',
        head: 'promotions.column.reason',
        cell: ({ reason }) => (
          <span className="block max-w-320 truncate" title={reason}>
            {reason}
          </span>
        ),
        csv: ({ reason }) => reason,
      },
      {
        id: 'by',
        head: 'promotions.column.by',
        cell: ({ proposedBy }) => t('shell.operator.id', { id: proposedBy }),
        csv: ({ proposedBy }) => String(proposedBy),
      },
    ],
    [t, format],
  )
}

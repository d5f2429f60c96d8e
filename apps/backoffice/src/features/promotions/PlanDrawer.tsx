import { Link } from 'wouter'
import { useCommand } from '../../shared/ask-again.ts'
import { Decide } from '../../shared/Decide.tsx'
import { Drawer } from '../../shared/Drawer.tsx'
import { Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { useMay } from '../../shared/me.ts'
import { useText } from '../../shared/text.ts'
import { audienceNames, countsNames } from './activity.ts'
import { ActivityPreview } from './ActivityPreview.tsx'
import { Forecast } from './Forecast.tsx'
import { PhonePreview } from './PhonePreview.tsx'
import { type Plan, planNames, promotionNames, type Rule } from './promotion.ts'
import { RulesTable } from './RulesTable.tsx'

type Props = { plan: Plan; inForce: readonly Rule[]; onClose: () => void }

/** Shows a plan with its days, its rules beside today's, preview and cost; operators approve and end it here. */
export function PlanDrawer({ plan, inForce, onClose }: Props) {
  const t = useText()
  const format = useFormat()
  const mayApprove = useMay('settings.approve')
  const isUndecided = plan.status === 'open' || plan.status === 'approved'
  return (
    <Drawer
      title={t(promotionNames[plan.kind])}
      onClose={onClose}
      footer={mayApprove && isUndecided && <DecidePlan plan={plan} />}
    >
      <Facts
        facts={[
          [t('list.column.state'), t(planNames[plan.status])],
          [t('promotions.column.starts'), format.date(plan.startsOn)],
          [
            t('promotions.column.ends'),
            plan.endsOn === null ? t('promotions.ends.never') : format.date(plan.endsOn),
          ],
          [t('promotions.column.by'), t('shell.operator.id', { id: plan.proposedBy })],
          ...(plan.approvedBy === null
            ? []
            : ([
                [t('promotions.column.approvedBy'), t('shell.operator.id', { id: plan.approvedBy })],
              ] as const)),
          [t('promotions.column.reason'), plan.reason],
          ...(plan.activity
            ? [
                [t('promotions.activity.address'), `/active${plan.activity.id}`] as const,
                [t('promotions.activity.counts'), t(countsNames[plan.activity.counts])] as const,
                [t('promotions.activity.audience'), t(audienceNames[plan.activity.audience])] as const,
              ]
            : []),
          [
            t('promotions.fact.wagering'),
            <Link key="wagering" href="/ajustes?aberto=rewards" className="text-brand-text underline">
              {t('promotions.fact.settings')}
            </Link>,
          ],
        ]}
      />
      {plan.activity ? (
        <ActivityPreview activity={plan.activity} rules={plan.rules} />
      ) : (
        <>
          <RulesTable kind={plan.kind} before={inForce} after={plan.rules} />
          <PhonePreview kind={plan.kind} rules={plan.rules} />
        </>
      )}
      <Forecast plan={plan} />
    </Drawer>
  )
}

function DecidePlan({ plan: { planId, proposedBy, status } }: { plan: Plan }) {
  const t = useText()
  const approve = useCommand('POST /api/backoffice/promotions/:planId/approve')
  const end = useCommand('POST /api/backoffice/promotions/:planId/end')
  const params = { planId }
  return (
    <Decide
      proposedBy={proposedBy}
      approve={
        status === 'open' && {
          label: t('promotions.approve.button'),
          done: t('promotions.approve.done'),
          isPending: approve.isPending,
          run: (follows) => approve.mutate({ params }, follows),
        }
      }
      end={{
        label: t(status === 'open' ? 'promotions.reject.button' : 'promotions.stop.button'),
        done: t('promotions.end.done'),
        isPending: end.isPending,
        run: (follows) => end.mutate({ params }, follows),
      }}
    />
  )
}

import { useState } from 'react'
import { useAsked, useCommand } from '../../../shared/ask-again.ts'
import { Decide } from '../../../shared/Decide.tsx'
import { Drawer } from '../../../shared/Drawer.tsx'
import { type Fact, Facts } from '../../../shared/Facts.tsx'
import { useFormat } from '../../../shared/format.ts'
import { useMay } from '../../../shared/me.ts'
import { useText } from '../../../shared/text.ts'
import { AudienceCount } from './AudienceCount.tsx'
import { type Audience, type Campaign, type Campaigns, mayBeEnded, statusNames } from './campaign.ts'
import { CampaignPreview } from './CampaignPreview.tsx'
import { Languages } from './Languages.tsx'

type Props = { campaign: Campaign; titles: Campaigns['titles']; onClose: () => void }

/** A campaign with its audience, its numbers and its preview; operators approve and end it here. */
export function CampaignDrawer({ campaign, titles, onClose }: Props) {
  const t = useText()
  const format = useFormat()
  const mayApprove = useMay('settings.approve')
  const [now] = useState(() => new Date())
  const audienceFacts = useAudienceFacts(campaign.audience)
  const { status, sendAt, endsAt, sentCount, leftOutCount, campaignId, approvedBy } = campaign
  const reads = useAsked(
    'GET /api/backoffice/campaigns/:campaignId/reads',
    { params: { campaignId } },
    { isWanted: sentCount > 0 },
  )
  const mayEnd = mayApprove && mayBeEnded(campaign, now)
  const operator = (id: number) => t('shell.operator.id', { id })
  return (
    <Drawer title={campaign.name} onClose={onClose} footer={mayEnd && <DecideCampaign campaign={campaign} />}>
      <Facts
        facts={[
          [t('list.column.state'), t(statusNames[status])],
          [t('campaigns.field.sendAt'), sendAt === null ? t('campaigns.sendAt.once') : format.time(sendAt)],
          [t('campaigns.field.endsAt'), format.time(endsAt)],
          [t('campaigns.field.sent'), format.number(sentCount)],
          [t('campaigns.field.leftOut'), format.number(leftOutCount)],
          [t('campaigns.field.read'), reads.data ? format.number(reads.data.readCount) : '–'],
          [t('promotions.column.by'), operator(campaign.proposedBy)],
          ...(approvedBy === null
            ? []
            : ([[t('promotions.column.approvedBy'), operator(approvedBy)]] as const)),
          [t('promotions.column.reason'), campaign.reason],
        ]}
      />
      <Facts title={t('campaigns.field.audience')} facts={audienceFacts} />
      {mayEnd && <AudienceCount audience={campaign.audience} />}
      <Languages texts={campaign.texts} />
      <CampaignPreview titles={titles} texts={campaign.texts} />
    </Drawer>
  )
}

/** The rules of an audience in words: only those that are set, or that there are none. */
function useAudienceFacts(audience: Audience): readonly Fact[] {
  const t = useText()
  const format = useFormat()
  const { minVipLevel, maxVipLevel, registeredFrom, registeredTo, activity, hasDeposited } = audience
  const dayOf = (day: string | null) => (day === null ? '…' : format.date(day))
  const hasLevels = minVipLevel !== null || maxVipLevel !== null
  const hasDays = registeredFrom !== null || registeredTo !== null
  const facts: (Fact | false)[] = [
    hasLevels && [t('campaigns.field.levels'), `${minVipLevel ?? 0} – ${maxVipLevel ?? 12}`],
    hasDays && [t('campaigns.field.registered'), `${dayOf(registeredFrom)} – ${dayOf(registeredTo)}`],
    activity !== null && [
      t('campaigns.field.activity'),
      t(activity.kind === 'active' ? 'campaigns.activity.within' : 'campaigns.activity.without', {
        days: activity.days,
      }),
    ],
    hasDeposited !== null && [
      t('campaigns.field.deposits'),
      t(hasDeposited ? 'campaigns.deposits.yes' : 'campaigns.deposits.no'),
    ],
  ]
  const set = facts.filter((fact) => fact !== false)
  return set.length > 0 ? set : [[t('campaigns.audience.rules'), t('campaigns.audience.none')]]
}

function DecideCampaign({ campaign: { campaignId, proposedBy, status } }: { campaign: Campaign }) {
  const t = useText()
  const approve = useCommand('POST /api/backoffice/campaigns/:campaignId/approve')
  const end = useCommand('POST /api/backoffice/campaigns/:campaignId/end')
  const params = { campaignId }
  const isUndecided = status === 'open' || status === 'expired'
  return (
    <Decide
      proposedBy={proposedBy}
      approve={
        status === 'open' && {
          label: t('promotions.approve.button'),
          done: t('campaigns.approve.done'),
          isPending: approve.isPending,
          run: (follows) => approve.mutate({ params }, follows),
        }
      }
      end={{
        label: t(isUndecided ? 'promotions.reject.button' : 'campaigns.stop.button'),
        done: t(isUndecided ? 'campaigns.reject.done' : 'campaigns.stop.done'),
        isPending: end.isPending,
        run: (follows) => end.mutate({ params }, follows),
      }}
    />
  )
}

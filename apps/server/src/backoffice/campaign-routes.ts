import { areIndependent, asOperator } from '../identity/index.ts'
import {
  approveCampaign,
  campaignTitles,
  type Campaigns,
  countAudience,
  endCampaign,
  planCampaign,
  readCampaignReads,
  readCampaigns,
} from '../messages/index.ts'
import { audit } from '../platform/audit.ts'
import type { Tx } from '../platform/db/index.ts'
import type { Deps } from '../platform/deps.ts'
import { type OperatorApi, serveOperator } from '../platform/http/serve-operator.ts'
import { ok } from '../platform/result.ts'
import { policyOf } from '../protection/index.ts'

/** Calls that count, plan, approve and end message campaigns. */
export function campaignRoutes(
  api: OperatorApi,
  { db, config }: Deps,
  { readVipLevels, wake }: Pick<Campaigns, 'readVipLevels' | 'wake'>,
): void {
  const policy = policyOf(config)

  serveOperator(api, 'GET /api/backoffice/campaigns', async () =>
    ok({
      hasLevels: policy.hasRewards('levels'),
      titles: campaignTitles,
      campaigns: (await readCampaigns(db)).map(toWireCampaign),
    }),
  )

  serveOperator(api, 'GET /api/backoffice/campaigns/:campaignId/reads', async ({ params }) =>
    ok({ readCount: await readCampaignReads(db, Number(params.campaignId)) }),
  )

  serveOperator(api, 'POST /api/backoffice/campaigns/count', async ({ body }) =>
    ok(await countAudience(db, readVipLevels, body)),
  )

  serveOperator(api, 'POST /api/backoffice/campaigns', ({ caller, body }) =>
    asOperator(db, caller, async (tx) => {
      const { operatorId } = caller
      const planned = await planCampaign(tx, policy, { ...body, operatorId })
      if (!planned.ok) return planned
      const { campaignId, isNew } = planned.value
      const { requestId: _requestId, reason, ...after } = body
      const details = { before: null, after, reason }
      if (isNew) await note(tx, operatorId, { action: 'campaign.proposed', campaignId, details })
      return ok({ campaignId: String(campaignId) })
    }),
  )

  serveOperator(api, 'POST /api/backoffice/campaigns/:campaignId/approve', async ({ caller, params }) => {
    const answer = await asOperator(db, caller, async (tx) => {
      const approved = await approveCampaign(
        tx,
        { id: Number(params.campaignId), by: caller.operatorId },
        {
          policy,
          areIndependent: (sql, first, second) => areIndependent(sql, first, second, 'settings.propose'),
        },
      )
      if (!approved.ok) return approved
      const { id, name, texts, audience, sendAt, endsAt, proposedBy } = approved.value
      const after = { name, texts, audience, sendAt, endsAt }
      const details = { before: null, after, proposedBy }
      await note(tx, caller.operatorId, { action: 'campaign.approved', campaignId: id, details })
      return ok(null)
    })
    // After the commit: only then the job finds it.
    if (answer.ok) wake()
    return answer
  })

  serveOperator(api, 'POST /api/backoffice/campaigns/:campaignId/end', ({ caller, params }) =>
    asOperator(db, caller, async (tx) => {
      const ended = await endCampaign(tx, { id: Number(params.campaignId), by: caller.operatorId })
      if (!ended.ok) return ended
      const { campaign, status } = ended.value
      const isRejected = campaign.approvedAt === null
      const { id: campaignId, name, sentCount } = campaign
      const details = { before: status, after: isRejected ? 'rejected' : 'stopped', name, sentCount }
      const action = isRejected ? 'campaign.rejected' : 'campaign.stopped'
      await note(tx, caller.operatorId, { action, campaignId, details })
      return ok(null)
    }),
  )
}

type Note = { action: `campaign.${string}`; campaignId: number; details: Record<string, unknown> }

const note = (tx: Tx, id: number, { action, campaignId, details }: Note) =>
  audit(tx, { actor: { kind: 'operator', id }, action, subject: `campaign:${campaignId}`, details })

type Listed = Awaited<ReturnType<typeof readCampaigns>>[number]

const toWireCampaign = (row: Listed) => ({
  campaignId: String(row.id),
  name: row.name,
  texts: row.texts,
  audience: row.audience,
  sendAt: row.sendAt?.toISOString() ?? null,
  endsAt: row.endsAt.toISOString(),
  reason: row.reason,
  status: row.status,
  proposedBy: row.proposedBy,
  proposedAt: row.proposedAt.toISOString(),
  approvedBy: row.approvedBy,
  endedBy: row.endedBy,
  finishedAt: row.finishedAt?.toISOString() ?? null,
  sentCount: row.sentCount,
  leftOutCount: row.leftOutCount,
})

import type { OperatorCalls } from '@palpite/contract/backoffice'
import { requestDigest } from '../../platform/crypto.ts'
import type { Sql, Tx } from '../../platform/db/index.ts'
import { present } from '../../platform/errors.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import { eachLang } from '../../platform/texts.ts'
import { messageWords } from '../centre/messages.ts'
import { readAudiencePart, type ReadVipLevels } from './audience.ts'
import {
  type CampaignRow,
  insertCampaign,
  lockCampaign,
  selectCampaignOfRequest,
  selectCampaigns,
  selectTimes,
  updateCampaignToApproved,
  updateCampaignToEnded,
} from './queries.ts'
import {
  type Audience,
  type CampaignPolicy,
  type CampaignTexts,
  leftOutReasons,
  statusOf,
  unfitCampaign,
  unfitTime,
} from './rules.ts'

type PlanCampaign = OperatorCalls['POST /api/backoffice/campaigns']['body'] & { operatorId: number }

type UnfitRefusal = 'bad_request' | 'campaign_words'

/** The most campaigns shown to operators at once, besides all that are to be sent. */
const MAX_CAMPAIGNS = 100

/** Records a planned campaign; it is sent only once another operator approves it. Idempotent. */
export async function planCampaign(
  tx: Tx,
  policy: CampaignPolicy,
  { operatorId, requestId, ...asked }: PlanCampaign,
): Promise<Result<{ campaignId: number; isNew: boolean }, UnfitRefusal | 'request_mismatch'>> {
  const digest = requestDigest(asked)
  const [known] = await selectCampaignOfRequest(tx, requestId)
  if (known) return answerKnown(known, { digest, operatorId })
  const unfit = refuseUnfit(policy, asked)
  if (unfit) return unfit
  const times = present((await selectTimes(tx, asked))[0], 'the times of a campaign')
  const field = unfitTime(times)
  if (field) return refuseField(field)
  const { sendAt, endsAt } = times
  const [written] = await insertCampaign(tx, {
    ...asked,
    sendAt,
    endsAt,
    proposedBy: operatorId,
    requestId,
    digest,
  })
  if (written) return ok({ campaignId: written.id, isNew: true })
  // The same request was first in another transaction, which is over by now.
  const [other] = await selectCampaignOfRequest(tx, requestId)
  return answerKnown(present(other, 'the campaign of this request'), { digest, operatorId })
}

const answerKnown = (
  known: { id: number; digest: string; proposedBy: number },
  { digest, operatorId }: { digest: string; operatorId: number },
) =>
  known.digest === digest && known.proposedBy === operatorId
    ? ok({ campaignId: known.id, isNew: false })
    : refuse('request_mismatch')

type AreIndependent = (tx: Tx, one: number, other: number) => Promise<boolean>
type ApproveRefusal = UnfitRefusal | 'not_found' | 'setting_decided' | 'four_eyes' | 'campaign_over'

/** Approves a planned campaign, which is sent at its time. The operators must be independent of each other. */
export async function approveCampaign(
  tx: Tx,
  { id, by }: { id: number; by: number },
  { policy, areIndependent }: { policy: CampaignPolicy; areIndependent: AreIndependent },
): Promise<Result<CampaignRow, ApproveRefusal>> {
  const campaign = await lockOne(tx, id)
  if (!campaign) return refuse('not_found')
  const status = statusOf(campaign)
  if (status === 'expired') return refuse('campaign_over')
  if (status !== 'open') return refuse('setting_decided')
  if (!(await areIndependent(tx, campaign.proposedBy, by))) return refuse('four_eyes')
  // The profile may have changed since it was planned.
  const unfit = refuseUnfit(policy, campaign)
  if (unfit) return unfit
  await updateCampaignToApproved(tx, id, by)
  return ok(campaign)
}

/**
 * Rejects a planned campaign, or stops an approved one: it waits for the part that is being sent, and no other follows.
 * What was sent stays; mails and pushes that wait are dropped, also those of one that has reached everybody, until its end.
 */
export async function endCampaign(
  tx: Tx,
  { id, by }: { id: number; by: number },
): Promise<Result<{ campaign: CampaignRow; status: string }, 'not_found' | 'setting_decided'>> {
  const campaign = await lockOne(tx, id)
  if (!campaign) return refuse('not_found')
  const status = statusOf(campaign)
  const mayWait = status === 'sent' && campaign.endsAt > campaign.now
  if (!mayWait && !['open', 'expired', 'planned', 'sending'].includes(status))
    return refuse('setting_decided')
  await updateCampaignToEnded(tx, id, by)
  return ok({ campaign, status })
}

/** The newest campaigns for operators, with their states. */
export const readCampaigns = async (sql: Sql) =>
  (await selectCampaigns(sql, { id: null, max: MAX_CAMPAIGNS })).map((row) => ({
    ...row,
    status: statusOf(row),
  }))

/** How each language marks the message of a campaign: its title with `{title}` for the campaign's. */
export const campaignTitles: Readonly<Record<string, string>> = eachLang(
  (lang) => messageWords({ textKey: 'message.campaign', textValues: { title: '{title}' } }, lang).title,
)

/** Players counted by one call: it takes well under a second, and the caller asks for the next part. */
const COUNTED_AT_ONCE = 5_000

/** Counts the next part of an audience: how many would receive a campaign now, and how many not, by reason. */
export async function countAudience(
  sql: Sql,
  readVipLevels: ReadVipLevels,
  { audience, after, max = COUNTED_AT_ONCE }: { audience: Audience; after: number; max?: number },
) {
  const { receivers, leftOut, through } = await readAudiencePart(sql, readVipLevels, {
    audience,
    after,
    max,
  })
  const counts = leftOutReasons.map((why) => [why, leftOut.filter((one) => one.why === why).length] as const)
  return {
    willReceive: receivers.length,
    leftOut: Object.fromEntries(counts) as Record<(typeof leftOutReasons)[number], number>,
    next: through,
  }
}

async function lockOne(tx: Tx, id: number): Promise<CampaignRow | undefined> {
  await lockCampaign(tx, id)
  // A statement of its own: it sees what was committed while the lock was waited for.
  return (await selectCampaigns(tx, { id, max: 1 }))[0]
}

function refuseUnfit(policy: CampaignPolicy, content: { texts: CampaignTexts; audience: Audience }) {
  const unfit = unfitCampaign(policy, content)
  if (!unfit) return undefined
  const { field, words } = unfit
  return words
    ? refuse('campaign_words', { values: { words: words.join(', ') }, detail: { field, words } })
    : refuseField(field)
}

const refuseField = (field: string) => refuse('bad_request', { values: { field }, detail: { field } })

import type { Db } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { present } from '../../platform/errors.ts'
import { type Job, schedule } from '../../platform/schedule.ts'
import { writeMessages } from '../centre/messages.ts'
import { CAMPAIGN_KIND, readAudiencePart, type ReadVipLevels } from './audience.ts'
import { claimDueCampaign, selectCampaigns, updateCampaignSent } from './queries.ts'

/** Players of one transaction: a stop waits for no more than one such part. */
const PLAYERS_AT_ONCE = 1_000

type Sending = { db: Db; readVipLevels: ReadVipLevels; max?: number | undefined }

/**
 * Sends the next part of the oldest campaign that is due; false if none is. The messages and how far the campaign is
 * are one transaction: a killed server leaves both or neither, and a second server skips a campaign whose part is being
 * sent. Who may receive it is read in that transaction, after the claim. The source of the message is a second guard: a
 * player has one of each campaign.
 */
const sendNextPart = ({ db, readVipLevels, max = PLAYERS_AT_ONCE }: Sending): Promise<boolean> =>
  db.begin(async (tx) => {
    const [due] = await claimDueCampaign(tx)
    if (!due) return false
    const { id, throughPlayer, isOver } = due
    if (isOver) {
      const cut = { id, throughPlayer, sent: 0, leftOut: 0, isFinished: true, isCut: true }
      await updateCampaignSent(tx, cut)
      return true
    }
    const { audience } = present((await selectCampaigns(tx, { id, max: 1 }))[0], 'the campaign that is due')
    const part = await readAudiencePart(tx, readVipLevels, { audience, after: throughPlayer, max })
    await writeMessages(
      tx,
      part.receivers.map((playerId) => ({
        playerId,
        kind: CAMPAIGN_KIND,
        textKey: 'message.campaign',
        source: `campaign:${id}`,
        campaignId: id,
      })),
    )
    await updateCampaignSent(tx, {
      id,
      throughPlayer: part.through ?? throughPlayer,
      sent: part.receivers.length,
      leftOut: part.leftOut.length,
      isFinished: part.through === null,
      isCut: false,
    })
    return true
  })

/** A planned campaign is late by this at most; an approved one wakes the job of its server. */
const SEND_EVERY_MS = 10_000

/**
 * Campaigns of the message centre: what the back office needs of them, and the job that sends them. One run sends one
 * part and wakes the next, so that a server which stops waits for one part.
 */
export function openCampaigns({ db, log }: Deps, { readVipLevels }: { readVipLevels: ReadVipLevels }) {
  let job: Job | undefined
  const sendNext = (max?: number) => sendNextPart({ db, readVipLevels, max })
  const run = async () => {
    if (await sendNext()) job?.wake()
  }
  return {
    readVipLevels,
    /** Sends the next part of a campaign that is due, of so many players at most; false if none is. */
    sendNext,
    /** Looks at once for a campaign that is due. */
    wake: (): void => job?.wake(),
    jobs: (): Job[] => {
      job = schedule({ name: 'messages-campaigns', everyMs: SEND_EVERY_MS, log, run })
      return [job]
    },
  }
}

export type Campaigns = ReturnType<typeof openCampaigns>

import { type Db, isFault } from '../../platform/db/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { present } from '../../platform/errors.ts'
import { type Job, schedule } from '../../platform/schedule.ts'
import { skippedBy } from '../../platform/skip-failing.ts'
import { writeMessages } from '../centre/messages.ts'
import { CAMPAIGN_KIND, readAudiencePart, type ReadVipLevels } from './audience.ts'
import { claimDueCampaign, selectCampaigns, updateCampaignSent } from './queries.ts'

/** Players of one transaction: a stop waits for no more than one such part. */
const PLAYERS_AT_ONCE = 1_000

type Sending = {
  db: Db
  readVipLevels: ReadVipLevels
  max?: number | undefined
  /** Campaigns that are passed over. */
  without: readonly number[]
  /** Takes the campaign whose part is begun. */
  begin: (campaignId: number) => void
}

/**
 * Sends the next part of the oldest campaign that is due; false if none is. The messages and how far the campaign is
 * are one transaction: a killed server leaves both or neither, and a second server skips a campaign whose part is being
 * sent. Who may receive it is read in that transaction, after the claim. The source of the message is a second guard: a
 * player has one of each campaign.
 */
const sendNextPart = ({
  db,
  readVipLevels,
  max = PLAYERS_AT_ONCE,
  without,
  begin,
}: Sending): Promise<boolean> =>
  db.begin(async (tx) => {
    const [due] = await claimDueCampaign(tx, without)
    if (!due) return false
    const { id, throughPlayer, isOver } = due
    begin(id)
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
export function openCampaigns(
  { db, log, metrics }: Deps,
  { readVipLevels }: { readVipLevels: ReadVipLevels },
) {
  let job: Job | undefined
  const skip = skippedBy({ metrics, log }, 'messages-campaigns')
  /** Campaigns whose part failed: they are tried again once no other is due. */
  const failed = new Set<number>()
  const sendNext = async (max?: number): Promise<boolean> => {
    let begun: number | undefined
    const begin = (campaignId: number) => {
      begun = campaignId
    }
    try {
      const isDue = await sendNextPart({ db, readVipLevels, max, without: [...failed], begin })
      if (!isDue) failed.clear()
      return isDue
    } catch (error) {
      if (isFault(error) || begun === undefined) throw error
      failed.add(begun)
      skip({ campaignId: begun }, error)
      return true
    }
  }
  const run = async () => {
    if (await sendNext()) job?.wake()
  }
  return {
    readVipLevels,
    /**
     * Sends the next part of a campaign that is due, of so many players at most; false if none is. A campaign whose part
     * fails is reported and holds up no other.
     */
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

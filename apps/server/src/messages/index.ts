import type { Deps } from '../platform/deps.ts'
import type { EventTopic } from '../platform/events.ts'
import type { Api } from '../platform/http/serve.ts'
import type { Listener } from '../platform/outbox.ts'
import { publicIds } from '../platform/public-ids.ts'
import { schedule } from '../platform/schedule.ts'
import { openSettings } from '../platform/settings.ts'
import { centreRoutes } from './centre/routes.ts'
import { followEvents, followRequests, followSuspensions } from './centre/follow-events.ts'
import type { Grant } from './centre/rules.ts'
import { sweepMessages } from './centre/messages.ts'
import { openMail, type SendMail } from '../identity/index.ts'
import { followMessages, deliverMails, deliverPushes, openPush, type SendPush } from './delivery/delivery.ts'
import { deliveryRoutes } from './delivery/routes.ts'
import { releaseThreads } from './support/assign-threads.ts'
import { mailTranscripts } from './support/threads.ts'
import { sandboxRoutes, supportRoutes } from './support/routes.ts'
import { supportOf } from './support/chat.ts'
import { type MessagesSettings, messagesSettingsDefinition } from './settings.ts'

export { type Campaigns, openCampaigns } from './campaigns/send-campaigns.ts'
export {
  approveCampaign,
  campaignTitles,
  countAudience,
  endCampaign,
  planCampaign,
  readCampaigns,
} from './campaigns/plan-campaigns.ts'
export {
  selectCampaignReads as readCampaignReads,
  selectCampaignWords as readCampaignWords,
} from './campaigns/queries.ts'
export { messagesPersonalData } from './personal-data-queries.ts'
export { selectPlayerMessages, selectPlayerThreads } from './timeline-queries.ts'
export { archiveMessagesOf, shownWords, writeMessages } from './centre/messages.ts'
export { impedimentMessage } from './centre/rules.ts'
export { messageWritten, supportChanged } from './events.ts'
export { keepReaderLang, readReaderLang } from './delivery/delivery.ts'
export { messagesSettingsDefinition } from './settings.ts'
export {
  addCannedAnswer,
  changeCannedAnswer,
  readCannedAnswers,
  removeCannedAnswer,
} from './support/canned-answers.ts'
export { assignThread, MAY_ANSWER, releaseThreads } from './support/assign-threads.ts'
export {
  answerThread,
  endThread,
  markThreadRead,
  typeInThread,
  readPicture,
  readThread,
  readThreads,
  readThreadSummary,
} from './support/threads.ts'
export { type Support, toWireLine } from './support/chat.ts'

type Needs = {
  /** The event about a reward grant. Rewards is on the same layer, so the composition root passes it in. */
  grants?: EventTopic<Grant>
  settings?: Partial<MessagesSettings>
  /** For tests: replaces the mail server. */
  sendMail?: SendMail
  /** For tests: replaces the push services. */
  sendPush?: SendPush
}

const MAIL_EVERY_MS = 2_000
const RELEASE_EVERY_MS = 10_000
const SWEEP_EVERY_MS = 60 * 60_000

/**
 * Opens the message centre, which turns events of lower modules into messages in the reader's language, and the
 * support chat.
 */
export function openMessages(
  deps: Deps,
  { grants, settings: own, sendMail = openMail(deps.config), sendPush = openPush(deps.config) }: Needs = {},
) {
  const { db, log, config } = deps
  const settings = openSettings(messagesSettingsDefinition, own)
  const support = supportOf(deps, settings)
  const readers = (): Listener[] => [
    followEvents(deps, settings, grants),
    followRequests(deps),
    followSuspensions(deps),
    followMessages(deps),
  ]
  return {
    /** The support chat, for the back office. */
    support,
    routes: (api: Api): void => {
      centreRoutes(api, db, publicIds(config, 'message'))
      deliveryRoutes(api, deps)
      supportRoutes(api, support)
      sandboxRoutes(api, support)
    },
    /** Turns events into messages and their deliveries, without delivering any. */
    readers,
    jobs: (): Listener[] => [
      ...readers(),
      schedule({
        name: 'messages-mails',
        everyMs: MAIL_EVERY_MS,
        log,
        run: () => deliverMails(deps, sendMail),
      }),
      schedule({
        name: 'messages-pushes',
        everyMs: MAIL_EVERY_MS,
        log,
        run: () => deliverPushes(deps, sendPush),
      }),
      schedule({
        name: 'messages-transcripts',
        everyMs: MAIL_EVERY_MS,
        log,
        run: () => mailTranscripts(deps, sendMail),
      }),
      schedule({
        name: 'messages-release',
        everyMs: RELEASE_EVERY_MS,
        log,
        run: () => releaseThreads(support),
      }),
      schedule({
        name: 'messages-sweep',
        everyMs: SWEEP_EVERY_MS,
        log,
        run: () => sweepMessages(db, settings),
      }),
    ],
  }
}

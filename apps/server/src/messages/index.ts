import type { Deps } from '../platform/deps.ts'
import type { EventHandler } from '../platform/events.ts'
import type { Api } from '../platform/http/serve.ts'
import type { Listener } from '../platform/outbox.ts'
import { publicIds } from '../platform/public-ids.ts'
import { schedule } from '../platform/schedule.ts'
import { openSettings } from '../platform/settings/settings.ts'
import { centreRoutes, followEvents, sweepMessages } from './centre/index.ts'
import { type MessagesSettings, messagesSettingsDefinition } from './settings.ts'

export { messageWritten } from './events.ts'
export { type NewMessage, tell } from './centre/index.ts'
export { messagesSettingsDefinition } from './settings.ts'

type Needs = {
  /** What events of modules that stand beside this one say to players, made with `tell`. */
  others?: readonly EventHandler[]
  settings?: Partial<MessagesSettings>
}

const SWEEP_EVERY_MS = 60 * 60_000

/** The message centre: what players are told, after the events of modules below, in the language they read it in. */
export function openMessages(deps: Deps, { others = [], settings: own }: Needs = {}) {
  const { db, log, config } = deps
  const settings = openSettings(messagesSettingsDefinition, own)
  return {
    routes: (api: Api): void => centreRoutes(api, db, publicIds(config, 'message')),
    jobs: (): Listener[] => [
      followEvents(deps, settings, others),
      schedule({
        name: 'messages-sweep',
        everyMs: SWEEP_EVERY_MS,
        log,
        run: () => sweepMessages(db, settings),
      }),
    ],
  }
}

import type { BlockedProduct, BreakLength } from '@palpite/contract'
import { lockAccounts } from '../ledger/index.ts'
import type { Deps } from '../platform/deps.ts'
import { ok, type Result } from '../platform/result.ts'
import { writeEvents } from '../platform/outbox.ts'
import type { Lang } from '../platform/texts.ts'
import { breakBegun } from './events.ts'
import { insertBreaks } from './queries.ts'
import { breakInterval } from './rules.ts'

/** A break that a player takes: of everything, or of one product. `lang` is the language they read the app in. */
export type TakeBreak = { playerId: number; length: BreakLength; lang: Lang } & (
  | { kind: 'time_out' | 'exclusion'; product: null }
  | { kind: 'block'; product: BlockedProduct }
)

/**
 * Begins breaks at once. Under the lock of the players' accounts, as stakes are admitted and orders opened: once this is
 * answered, no stake and no top-up of theirs is taken. What is held already goes on: open bets are settled and paid, open
 * rounds may be ended, money may be withdrawn. A break is never shortened, also not by a shorter one.
 */
export const takeBreaks = (deps: Deps, policyVersion: string, requests: readonly TakeBreak[]) =>
  deps.db.begin(async (tx): Promise<Result<null, never>[]> => {
    await lockAccounts(
      tx,
      requests.map(({ playerId }) => playerId),
    )
    const langs = new Map(requests.map(({ playerId, lang }) => [playerId, lang]))
    const breaks = requests.map(({ length, ...request }) => ({ ...request, lasts: breakInterval(length) }))
    const begun = await insertBreaks(tx, breaks, policyVersion)
    await writeEvents(
      tx,
      breakBegun,
      begun.map(({ endsAt, ...one }) => ({
        ...one,
        endsAt: endsAt?.toISOString() ?? null,
        lang: langs.get(one.playerId),
      })),
    )
    return requests.map(() => ok(null))
  })

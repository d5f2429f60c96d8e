import { useFault, type Subject } from '../faults/index.ts'
import type { World } from '../world.ts'
import { insertDelivery, readTarget, releaseHeld } from './queries.ts'

export type Announcement = Readonly<{ pixKey: string; subject: Subject; item: object }>

/** How long a delivery that should arrive out of order waits for another to overtake it. */
const LONGEST_HOLD_MS = 10_000

/**
 * Queues a webhook about one Pix to the address registered for this key; armed faults delay, duplicate, reorder or
 * lose it. Called inside the transaction of its command, so that neither is stored without the other.
 */
export const announce = (world: World, { pixKey, subject, item }: Announcement): void => {
  const target = readTarget(world.store, pixKey)
  if (target === undefined) return
  const fits = (fault: { of?: Subject | undefined }): boolean =>
    fault.of === undefined || fault.of === subject
  const now = world.now()
  const lost = useFault(world, 'webhook_lost', fits) !== undefined
  const late = useFault(world, 'webhook_late', fits)
  const copies = useFault(world, 'webhook_duplicated', fits)?.copies ?? 0
  const held = useFault(world, 'webhook_reordered', fits) !== undefined
  const delivery = {
    // The standard appends /pix to the registered address.
    url: `${target.url.replace(/\/+$/, '')}/pix`,
    body: JSON.stringify({ pix: [item] }),
    status: lost ? ('lost' as const) : ('pending' as const),
    dueAt: now + (late?.delayMs ?? 0) + (held ? LONGEST_HOLD_MS : 0),
    held,
    createdAt: now,
  }
  for (let copy = 0; copy <= copies; copy += 1) {
    const id = insertDelivery(world.store, delivery)
    if (!held && !lost) releaseHeld(world.store, delivery.url, id, now)
  }
  world.wake()
}

import type { Job } from '../clock/alarm.ts'
import type { World } from '../world.ts'
import { forgetDeliveries, freeLeases, leaseDue, nextDue, writeAttempt, type Delivery } from './queries.ts'
import { signature } from './sign.ts'

/** A slower receiver counts as one that did not answer. */
const ATTEMPT_TIMEOUT_MS = 10_000
const MAX_AT_ONCE = 16
const MAX_ATTEMPTS = 12
const LONGEST_PAUSE_MS = 60_000
/** The most finished deliveries kept for inspection until the next start. */
const MAX_REMEMBERED = 10_000

export type Deliveries = Job & Readonly<{ stop: () => void }>

/** Sends queued webhooks when they are due, and repeats them with growing pauses until the receiver answers 2xx. */
export const startDeliveries = (world: World): Deliveries => {
  const underWay = new Set<number>()
  const stopping = new AbortController()
  freeLeases(world.store)
  forgetDeliveries(world.store, MAX_REMEMBERED)

  const attempt = async (delivery: Delivery): Promise<void> => {
    const result = await post(world, delivery, stopping.signal)
    underWay.delete(delivery.id)
    // Stopped meanwhile: the attempt is not recorded, so the next start repeats it.
    if (stopping.signal.aborted) return
    bookAttempt(world, delivery, result)
    world.wake()
  }

  return {
    nextDueAt: () => (underWay.size < MAX_AT_ONCE ? nextDue(world.store) : undefined),
    run: () => {
      for (const delivery of leaseDue(world.store, world.now(), MAX_AT_ONCE - underWay.size)) {
        underWay.add(delivery.id)
        void attempt(delivery)
      }
    },
    stop: () => stopping.abort(),
  }
}

const post = async (world: World, delivery: Delivery, stopping: AbortSignal): Promise<string> => {
  const seconds = Math.floor(world.now() / 1000)
  try {
    const response = await fetch(delivery.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-signature': signature(world.settings.webhookSecret, seconds, delivery.body),
      },
      body: delivery.body,
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)]),
    })
    await response.body?.cancel()
    return String(response.status)
  } catch (error) {
    // fetch hides the network error behind "fetch failed".
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error
    return reason instanceof Error ? `${reason.name}: ${reason.message}` : String(reason)
  }
}

const bookAttempt = (world: World, { id, attempts }: Delivery, result: string): void => {
  const now = world.now()
  if (/^2\d\d$/.test(result)) {
    writeAttempt(world.store, { id, status: 'delivered', dueAt: now, result })
    return
  }
  const isLast = attempts + 1 >= MAX_ATTEMPTS
  const pauseMs = Math.min(world.settings.webhookRetryMs * 2 ** attempts, LONGEST_PAUSE_MS)
  writeAttempt(world.store, { id, status: isLast ? 'abandoned' : 'pending', dueAt: now + pauseMs, result })
}

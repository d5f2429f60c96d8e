import activities from './first-activities.json' with { type: 'json' } // texts are data here: the next activity brings others
import { present } from '../../platform/assert.ts'
import type { Deps } from '../../platform/deps.ts'
import { type ActivityTexts, insertActivities, insertSteps, selectDayStart } from './queries.ts'

const DAY_MS = 24 * 60 * 60_000

type Seeded = {
  id: string
  counts: 'stakes' | 'invitees' | 'check_ins'
  audience: 'all' | 'new'
  days: number
  art: string
  steps: readonly { goal: number; prizeCents: number }[]
  texts: ActivityTexts
}

/**
 * The three activities of a first start, from its day on: a month of play, the first week of who is new, friends who
 * come along. Those that are there stay as they are, with their days.
 */
export async function seedActivities({ db }: Pick<Deps, 'db'>): Promise<void> {
  await db.begin(async (tx) => {
    const today = present((await selectDayStart(tx))[0], 'the day').startsAt
    const fresh = await insertActivities(
      tx,
      (activities as Seeded[]).map(({ days, texts, ...one }) => ({
        ...one,
        startsAt: today,
        endsAt: new Date(today.getTime() + days * DAY_MS),
        texts: JSON.stringify(texts),
      })),
    )
    const ids = new Set(fresh.map(({ id }) => id))
    const steps = (activities as Seeded[])
      .filter(({ id }) => ids.has(id))
      .flatMap(({ id, steps: own }) => own.map((step, at) => ({ activityId: id, step: at + 1, ...step })))
    if (steps.length > 0) await insertSteps(tx, steps)
  })
}

import type { Deps } from '../deps.ts'
import { type Job, schedule } from '../schedule.ts'
import { readStandings } from './decide-settings.ts'
import type { SettingsDefinition } from './settings.ts'

const EVERY_MS = 60_000

/**
 * Says which values in force do not fit this release, now and each minute: readers leave them out in silence, as they
 * read each second. Each version is logged once; `palpite_settings_unfit` counts the values whose defaults hold instead, and the
 * entries of lists that are left out.
 */
export function watchSettings(
  { db, log, metrics }: Pick<Deps, 'db' | 'log' | 'metrics'>,
  definitions: readonly SettingsDefinition[],
): Job {
  const gauge = metrics.gauge(
    'settings_unfit',
    'Set values, and entries of lists, that do not fit: defaults hold instead',
  )
  const logged = new Map<string, number>()
  const run = async () => {
    const standings = await readStandings(db)
    let count = 0
    for (const { module, fit } of definitions) {
      const standing = standings.get(module)
      if (!standing || standing.inForce === 0) continue
      const { unknown, unfit, leftOut } = fit(standing.value)
      count += unfit.length + leftOut.length
      const version = standing.inForce
      if (logged.get(module) === version) continue
      logged.set(module, version)
      const told = { module, version }
      if (unknown.length > 0)
        log.warn({ ...told, names: unknown }, 'settings that are not known were left out')
      if (leftOut.length > 0)
        log.warn({ ...told, names: leftOut }, 'entries of settings do not fit and were left out')
      if (unfit.length > 0) log.error({ ...told, names: unfit }, 'settings do not fit; their defaults hold')
    }
    gauge.set(count)
  }
  const job = schedule({ name: 'watch-settings', everyMs: EVERY_MS, log, run })
  job.wake() // beside the start, which does not wait for it
  return job
}

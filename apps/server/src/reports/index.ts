import type { Deps } from '../platform/deps.ts'
import { type Job, schedule } from '../platform/schedule.ts'
import { type CompliancePolicy, readLicence } from '../protection/index.ts'
import { deleteOldReports, makeDue } from './make-reports.ts'
import { countUndone } from './queries.ts'

export { makeDue, makeReportAgain, readReportPart } from './make-reports.ts'
export {
  type DayRow as ReportDay,
  selectDays as readReportDays,
  selectFiles as readReportFiles,
} from './queries.ts'
export { sumsOfReal } from './rules.ts'

const PARTS_EVERY_MS = 10_000
/** A stopping server waits for the running job: some seconds for this many parts. */
const PARTS_A_RUN = 5
const OLD_EVERY_MS = 6 * 60 * 60_000

/** Daily files for the authorities, where the policy requires them. */
export function openReports(deps: Deps, { policy }: { policy: CompliancePolicy }) {
  const reports = { deps, licence: readLicence(deps.config.LICENCE_FILE) }
  return {
    /** Begins due days and continues unfinished ones; no jobs where the policy requires no files. */
    jobs: (): Pick<Job, 'stop'>[] => {
      if (!policy.terms.reportsDays) return []
      const undone = deps.metrics.gauge('reports_undone', 'Days whose files failed, or are late')
      const makeAndCount = async () => {
        try {
          await makeDue(reports, PARTS_A_RUN)
        } finally {
          undone.set(await countUndone(deps.db))
        }
      }
      const deleteOld = async () => void (await deleteOldReports(deps.db))
      return [
        schedule({ name: 'reports-days', everyMs: PARTS_EVERY_MS, log: deps.log, run: makeAndCount }),
        schedule({ name: 'reports-old', everyMs: OLD_EVERY_MS, log: deps.log, run: deleteOld }),
      ]
    },
  }
}

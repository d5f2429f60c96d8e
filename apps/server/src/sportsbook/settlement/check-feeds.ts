import type { Deps } from '../../platform/deps.ts'
import { payLeadsAgain } from '../updates/lead-queries.ts'
import {
  askFor,
  type ContestChange,
  lockChecks,
  markChecked,
  selectReported,
  selectTwins,
  type Reported,
  writeContested,
} from './contested-queries.ts'
import type { Task } from './queries.ts'

/**
 * Compares results with those of other feeds for the same event before bets are paid. If they differ, neither fixture is paid
 * until the feeds agree or two operators have decided the market; bets paid before stay paid. Each new difference raises an
 * alarm. Why: docs/decisions/0058-feeds-that-differ.md.
 */
export async function checkFeeds(deps: Deps, tasks: readonly Task[]): Promise<void> {
  const outside = tasks.filter(({ isSimulated }) => !isSimulated)
  if (outside.length === 0) return
  const ids = outside.map(({ fixtureId }) => fixtureId)
  await deps.db.begin(async (tx) => {
    const [, twins] = await Promise.all([lockChecks(tx), selectTwins(tx, ids)])
    const changes = await writeContested(tx, ids, twins)
    const changed = new Set(changes.map(({ fixtureId }) => fixtureId))
    if (changed.size > 0) await payLeadsAgain(tx, [...changed])
    await askFor(
      tx,
      [...changed].filter((id) => !ids.includes(id)),
    )
    await markChecked(
      tx,
      ids,
      outside.map(({ requested }) => requested),
    )
    const found = changes.filter(({ isNew }) => isNew).map(pairOf)
    if (found.length === 0) return
    const reported = new Map((await selectReported(tx, found.flat())).map((one) => [one.fixtureId, one]))
    const pairs = new Map(found.map((pair) => [pair.join(), pair]))
    tx.afterCommit(() => {
      for (const pair of pairs.values())
        raiseAlarm(
          deps,
          pair.flatMap((id) => reported.get(id) ?? []),
        )
    })
  })
}

const pairOf = ({ fixtureId, otherFixtureId }: ContestChange): number[] =>
  [fixtureId, otherFixtureId].toSorted((one, other) => one - other)

/** The number of events on which two feeds were found to differ. */
const differencesCounter = ({ metrics }: Pick<Deps, 'metrics'>) =>
  metrics.counter('sportsbook_feeds_differ_total', 'Events with different results in two feeds')

function raiseAlarm(deps: Deps, reported: readonly Reported[]): void {
  differencesCounter(deps).inc()
  deps.log.error(
    { alarm: 'feeds_differ', reported },
    'two feeds report different results of one event: nobody is paid until they agree or operators decide',
  )
}

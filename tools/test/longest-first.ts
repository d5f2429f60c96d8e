import { basename } from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Journeys of a minute and more. Begun last they would go on alone while the other workers have nothing left. */
const LONGEST = [
  'desk',
  'slip',
  'in-hand',
  'reach',
  'shared-games',
  'waiting-money',
  'widths',
  'fairness',
  'journey',
  'live-prices',
]

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = LONGEST.indexOf(basename(moduleId, '.e2e.ts'))
  return rank === -1 ? LONGEST.length : rank
}

/** The order of the journeys: the longest first, else as it was. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other))
  }
}

import { Changes } from '../../shared/Changes.tsx'
import type { Difference } from '../../shared/differences.ts'
import { useFormat } from '../../shared/format.ts'
import { shownLeaf } from '../../shared/leaves.ts'

/** The changes of settings by part. */
export function Differences({ differences }: { differences: readonly Difference[] }) {
  const format = useFormat()
  return (
    <Changes
      changes={differences.map(({ path, before, after }) => ({
        key: path.join('/'),
        name: <code>{path.join('.')}</code>,
        before: shownLeaf({ path, value: before }, format),
        after: shownLeaf({ path, value: after }, format),
      }))}
    />
  )
}

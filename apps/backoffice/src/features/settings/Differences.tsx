import { useFormat } from '../../shared/format.ts'
import { useText } from '../../shared/text.ts'
import type { Difference } from '../../shared/differences.ts'
import { shownLeaf } from '../../shared/leaves.ts'

/** The changes by part: old and new value. */
export function Differences({ differences }: { differences: readonly Difference[] }) {
  const t = useText()
  const format = useFormat()
  if (differences.length === 0) return <p className="text-text-2">{t('settings.difference.none')}</p>
  return (
    <dl className="grid gap-8">
      {differences.map(({ path, before, after }) => (
        <div key={path.join('/')}>
          <dt className="font-600">
            <code>{path.join('.')}</code>
          </dt>
          <dd className="mt-2 grid gap-2">
            <del className="rounded-6 bg-loss-tint px-8 py-2 wrap-anywhere text-text no-underline before:content-['−_']">
              {shownLeaf({ path, value: before }, format)}
            </del>
            <ins className="rounded-6 bg-win-tint px-8 py-2 wrap-anywhere text-text no-underline before:content-['+_']">
              {shownLeaf({ path, value: after }, format)}
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

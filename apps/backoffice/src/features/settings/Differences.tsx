import { useText } from '../../shared/text.ts'
import type { Difference } from './differences.ts'

/** What changes, line by line: the value that was, and the one that is to be. */
export function Differences({ differences }: { differences: readonly Difference[] }) {
  const t = useText()
  if (differences.length === 0) return <p className="text-text-2">{t('settings.difference.none')}</p>
  return (
    <dl className="grid gap-8">
      {differences.map(({ name, before, after }) => (
        <div key={name}>
          <dt className="font-600">
            <code>{name}</code>
          </dt>
          <dd className="mt-2 grid gap-2">
            <del className="rounded-6 bg-loss-tint px-8 py-2 wrap-anywhere text-text no-underline before:content-['−_']">
              {before}
            </del>
            <ins className="rounded-6 bg-win-tint px-8 py-2 wrap-anywhere text-text no-underline before:content-['+_']">
              {after}
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}

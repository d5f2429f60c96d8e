import type { ReactNode } from 'react'
import { useText } from './text.ts'

const line = 'block rounded-6 px-8 py-2 wrap-anywhere text-text no-underline'

/** What a change takes away. */
export const Removed = ({ children }: { children: ReactNode }) => (
  <del className={`${line} bg-loss-tint before:content-['−_']`}>{children}</del>
)

/** What a change brings. */
export const Added = ({ children }: { children: ReactNode }) => (
  <ins className={`${line} bg-win-tint before:content-['+_']`}>{children}</ins>
)

/** Said where two versions are the same. */
export function NoChange() {
  const t = useText()
  return <p className="text-13 text-text-2">{t('settings.difference.none')}</p>
}

type Change = { key: string; name: ReactNode; before: ReactNode; after: ReactNode }

/** The changed parts: old and new value. */
export function Changes({ changes }: { changes: readonly Change[] }) {
  if (changes.length === 0) return <NoChange />
  return (
    <dl className="grid gap-8">
      {changes.map(({ key, name, before, after }) => (
        <div key={key}>
          <dt className="font-600">{name}</dt>
          <dd className="mt-2 grid gap-2">
            <Removed>{before}</Removed>
            <Added>{after}</Added>
          </dd>
        </div>
      ))}
    </dl>
  )
}

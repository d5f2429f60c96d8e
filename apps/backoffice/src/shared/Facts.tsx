import type { ReactNode } from 'react'

export type Fact = readonly [name: string, value: ReactNode]

/** Names and values below each other. */
export function Facts({ facts, title }: { facts: readonly Fact[]; title?: string }) {
  return (
    <div>
      {title !== undefined && <h3 className="mb-6 text-13 font-700">{title}</h3>}
      <dl className="grid grid-cols-[auto_1fr] gap-x-16 text-13">
        {facts.map(([name, value]) => (
          <div
            key={name}
            className="col-span-2 grid min-h-32 grid-cols-subgrid items-center border-b border-line last:border-0"
          >
            <dt className="text-text-2">{name}</dt>
            <dd className="min-w-0 py-4 text-end font-500 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

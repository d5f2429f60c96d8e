import { Link, useRoute } from 'wouter'

type Tab = { href: string; label: string; count?: number | undefined }

/** Related screens, each at its own address. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav aria-label={label} className="mb-16 flex gap-20 overflow-x-auto border-b border-line">
      {tabs.map((tab) => (
        <TabLink key={tab.href} {...tab} />
      ))}
    </nav>
  )
}

function TabLink({ href, label, count }: Tab) {
  const [isHere] = useRoute(href)
  return (
    <Link
      href={href}
      aria-current={isHere ? 'page' : undefined}
      className="flex min-h-36 whitespace-nowrap items-center gap-6 border-b-2 border-transparent text-13 font-600 text-text-2 hover:text-text aria-[current=page]:border-brand-line aria-[current=page]:text-text"
    >
      {label}
      {count !== undefined && count > 0 && (
        <span className="rounded-full bg-surface-3 px-7 text-11 font-700 text-text-2">{count}</span>
      )}
    </Link>
  )
}

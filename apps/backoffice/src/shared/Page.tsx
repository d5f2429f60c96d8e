import type { ReactNode } from 'react'

type Props = {
  title: string
  /** The screen's purpose in one line. */
  note?: string
  /** Beside the title: tabs, the main button. */
  aside?: ReactNode
  /** Details of the open item, beside the page. */
  drawer?: ReactNode
  children: ReactNode
}

/** A screen: title, content, and details beside it; each scrolls separately. */
export function Page({ title, note, aside, drawer, children }: Props) {
  return (
    <div className="flex min-h-0 flex-1">
      <main className="min-w-0 flex-1 overflow-y-auto px-24 pt-20 pb-32 max-desk:px-14 max-desk:pt-14">
        <header className="mb-16 flex min-h-36 flex-wrap items-center gap-12">
          <div className="min-w-0 flex-1">
            <h1 className="text-24 font-700 tracking-tight">{title}</h1>
            {note !== undefined && <p className="mt-2 text-13 text-text-2">{note}</p>}
          </div>
          {aside}
        </header>
        {children}
      </main>
      {drawer}
    </div>
  )
}

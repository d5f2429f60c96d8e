import { Logo } from '@palpite/ui'
import type { ReactNode } from 'react'
import { useText } from '../shared/text.ts'

/** The card in front of the back office: login, new password. */
export function Gate({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  const t = useText()
  return (
    <main className="grid h-full content-center justify-items-center overflow-y-auto p-24">
      <div className="mb-20 flex items-center gap-10">
        <Logo className="h-32" />
        <span className="rounded-8 bg-surface-3 px-8 py-3 text-12 font-700 text-text-2">
          {t('app.name.office')}
        </span>
      </div>
      <div className="hairline w-400 max-w-full rounded-18 bg-surface-1 p-28 shadow-2">
        <h1 className="text-20 font-700 tracking-tight">{title}</h1>
        {text !== undefined && <p className="mt-4 text-13 text-text-2">{text}</p>}
        <div className="mt-20">{children}</div>
      </div>
    </main>
  )
}

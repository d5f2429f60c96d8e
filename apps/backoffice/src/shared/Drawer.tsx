import { IconButton } from '@palpite/ui'
import { type ReactNode, type RefObject, useEffect, useId, useRef } from 'react'
import { useShortcuts } from './shortcuts.ts'
import { useText } from './text.ts'

type Props = { title: string; onClose: () => void; footer?: ReactNode; children: ReactNode }

/** Makes the drawer's body focusable, so that a long one without controls can be scrolled by keyboard. */
const scrolledByKeys = (titleId: string) => ({ role: 'group', 'aria-labelledby': titleId, tabIndex: 0 })

/** Details beside a list, which stays usable. Esc closes it. */
export function Drawer({ title, onClose, footer, children }: Props) {
  const t = useText()
  const id = useId()
  const place = useRef<HTMLElement>(null)
  useShortcuts({ Escape: onClose })
  useFocusOverList(place)
  return (
    <aside
      ref={place}
      aria-labelledby={id}
      className="flex w-440 shrink-0 flex-col border-s border-line bg-surface-1 max-wide:fixed max-wide:inset-y-0 max-wide:end-0 max-wide:z-10 max-wide:w-full max-wide:max-w-440 max-wide:shadow-2 motion-safe:starting:opacity-0"
    >
      <div className="flex min-h-56 items-center gap-8 border-b border-line ps-20 pe-8">
        <h2 id={id} className="min-w-0 flex-1 truncate text-16 font-700 tracking-tight">
          {title}
        </h2>
        <IconButton icon="x-bold" label={t('drawer.close.label')} onClick={onClose} />
      </div>
      <div
        {...scrolledByKeys(id)}
        className="grid min-h-0 flex-1 content-start gap-20 overflow-y-auto px-20 py-16 focus-visible:-outline-offset-2"
      >
        {children}
      </div>
      {footer !== undefined && <div className="border-t border-line px-20 py-14">{footer}</div>}
    </aside>
  )
}

/** If the drawer covers the list it takes the focus, and returns it when closed. */
function useFocusOverList(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const drawer = place.current
    const before = document.activeElement
    if (!drawer || getComputedStyle(drawer).position !== 'fixed') return undefined
    drawer.querySelector<HTMLElement>('[role=group]')?.focus()
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [place])
}

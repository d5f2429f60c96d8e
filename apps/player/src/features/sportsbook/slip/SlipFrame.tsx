import { Count, IconButton, Sheet } from '@palpite/ui'
import { type ComponentProps, createContext, useContext, useId } from 'react'
import { closeOverlay } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'

/** Whether the slip is beside the page instead of over it. */
export const DockedContext = createContext(false)
export const useIsDocked = (): boolean => useContext(DockedContext)

type Props = Pick<ComponentProps<typeof Sheet>, 'title' | 'count' | 'aside' | 'footer' | 'children'> & {
  /** Closes the content when there is no sheet to close. */
  onDone?: () => void
}

/** The slip's container: a sheet, or a column. */
export function SlipFrame(props: Props) {
  const t = useText()
  const isDocked = useIsDocked()
  return isDocked ? (
    <Dock {...props} />
  ) : (
    <Sheet
      desk="panel"
      title={props.title}
      count={props.count}
      aside={props.aside}
      footer={props.footer}
      closeLabel={t('app.close.label')}
      onClose={closeOverlay}
    >
      {props.children}
    </Sheet>
  )
}

/** The legs scroll; stake and button stay visible. */
function Dock({ title, count, aside, footer, children, onDone }: Props) {
  const t = useText()
  const titleId = useId()
  return (
    <section
      data-slip-dock
      tabIndex={-1}
      aria-labelledby={titleId}
      className="hairline flex max-h-[calc(100dvh-var(--spacing)*80)] flex-col rounded-18 bg-surface-1 pb-12"
    >
      <div className="flex min-h-46 shrink-0 items-center gap-6 ps-14 pe-4">
        <h2 id={titleId} className="flex-1 text-18 font-800 tracking-tighter">
          {title}
          {count !== undefined && <Count of={count} />}
        </h2>
        {aside}
        {onDone && <IconButton icon="x-bold" label={t('app.close.label')} onClick={onDone} />}
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
      {footer !== undefined && <div className="shrink-0 px-12 pt-10">{footer}</div>}
    </section>
  )
}

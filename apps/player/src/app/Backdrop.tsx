import { Pattern } from '@palpite/ui'
import { useHasMargin } from './use-has-margin.ts'

/** The wall of tiles beside the app. Its two hundred drawings are rendered only where visible. */
export function Backdrop() {
  return (
    useHasMargin() && (
      <div aria-hidden="true" className="fixed inset-0 -z-1 text-[#120E1E] light:text-[#EAE6F2]">
        <Pattern seed={63} columns={18} rows={11} className="size-full" />
      </div>
    )
  )
}

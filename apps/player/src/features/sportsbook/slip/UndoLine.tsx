import { useText } from '../../../shared/text/text.ts'
import type { useUndo } from './use-undo.ts'

/** The last action, with its undo. */
export function UndoLine({ undo: { offer, runUndo } }: { undo: ReturnType<typeof useUndo> }) {
  const t = useText()
  return (
    <div role="status" className="empty:hidden">
      {offer && (
        <p className="pop mx-auto flex min-h-44 w-fit items-center gap-8 rounded-14 bg-text ps-14 pe-6 text-13 font-600 text-bg">
          {offer.label}
          <button
            type="button"
            onClick={runUndo}
            className="tap-s cursor-pointer rounded-8 px-8 font-700 underline hover:no-underline"
          >
            {t('sportsbook.slip.undo')}
          </button>
        </p>
      )}
    </div>
  )
}

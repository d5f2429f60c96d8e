import { useEffect, useEffectEvent } from 'react'
import { useText } from '../../../shared/text/text.ts'
import { putBack, useReplaced } from '../slip-changes.ts'
import type { Undo } from './use-undo.ts'

/** Longer than for a removed leg: a whole slip is missed later. */
const shownMs = 15_000

/** Offers an undo when a repeated bet or a code replaced the slip. */
export const useUndoReplaced = (offerUndo: (undo: Undo | undefined) => void): void => {
  const t = useText()
  const before = useReplaced((state) => state.before)
  const offer = useEffectEvent((slip: NonNullable<typeof before>) => {
    offerUndo({ label: t('sportsbook.slip.replaced'), undo: () => putBack(slip), shownMs })
    useReplaced.setState({ before: undefined })
  })
  useEffect(() => {
    if (before) offer(before)
  }, [before])
}

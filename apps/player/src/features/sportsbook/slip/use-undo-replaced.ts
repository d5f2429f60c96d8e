import { useEffect, useEffectEvent } from 'react'
import { useText } from '../../../shared/text/text.ts'
import { putBack, useReplaced } from '../slip-changes.ts'
import type { Undo } from './use-undo.ts'

/** Longer than a leg that was removed: a whole slip is missed later. */
const shownMs = 15_000

/** Offers the way back where another slip has taken the place of the one there was: a bet repeated, or a code. */
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

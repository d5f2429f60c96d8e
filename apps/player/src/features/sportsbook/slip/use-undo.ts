import { useEffect, useState } from 'react'

export type Undo = { label: string; undo: () => void; shownMs?: number }

const usualMs = 5000

/** An undoable action for some seconds. Shown in the sheet: a toast behind it could not be pressed. */
export const useUndo = () => {
  const [offer, setOffer] = useState<Undo>()
  useEffect(() => {
    if (!offer) return
    const timer = setTimeout(() => setOffer(undefined), offer.shownMs ?? usualMs)
    return () => clearTimeout(timer)
  }, [offer])
  return { offer, offerUndo: setOffer, runUndo: () => (offer?.undo(), setOffer(undefined)) }
}

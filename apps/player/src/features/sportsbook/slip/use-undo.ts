import { useEffect, useState } from 'react'

export type Undo = { label: string; undo: () => void; shownMs?: number }

const usualMs = 5000

/** One thing that can be taken back for some seconds. It stands in the sheet: a toast behind it cannot be pressed. */
export const useUndo = () => {
  const [offer, setOffer] = useState<Undo>()
  useEffect(() => {
    if (!offer) return
    const timer = setTimeout(() => setOffer(undefined), offer.shownMs ?? usualMs)
    return () => clearTimeout(timer)
  }, [offer])
  return { offer, offerUndo: setOffer, runUndo: () => (offer?.undo(), setOffer(undefined)) }
}

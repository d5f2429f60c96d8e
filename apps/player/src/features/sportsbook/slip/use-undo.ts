import { useEffect, useState } from 'react'

export type Undo = { label: string; undo: () => void }

const shownMs = 5000

/** One thing that can be taken back for five seconds. It stands in the sheet: a toast behind it cannot be pressed. */
export const useUndo = () => {
  const [offer, setOffer] = useState<Undo>()
  useEffect(() => {
    if (!offer) return
    const timer = setTimeout(() => setOffer(undefined), shownMs)
    return () => clearTimeout(timer)
  }, [offer])
  return { offer, offerUndo: setOffer, takeBack: () => (offer?.undo(), setOffer(undefined)) }
}

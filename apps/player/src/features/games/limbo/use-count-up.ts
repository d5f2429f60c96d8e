import { useEffect, useEffectEvent, useState } from 'react'

const countMs = 600
const start = 100

type Counting = { roundId: string | undefined; shown: number }
type Round = { roundId: string; hundredths: number }

/**
 * The number rising to a round's result, in hundredths: within 600 ms, or at once. Calls back once per round when
 * final.
 */
export const useCountUp = (round: Round | undefined, isInstant: boolean, onFinal: () => void) => {
  const [counting, setCounting] = useState<Counting>({ roundId: undefined, shown: start })
  const { roundId, hundredths = start } = round ?? {}
  const finished = useEffectEvent(onFinal)
  useEffect(() => {
    if (roundId === undefined) return
    const began = performance.now()
    let frame = 0
    const step = () => {
      const share = isInstant ? 1 : Math.min(1, (performance.now() - began) / countMs)
      // Linear in the logarithm, as the rocket climbs: a result of a thousand does not skip the first hundred.
      const shown = share === 1 ? hundredths : Math.floor(start * (hundredths / start) ** share)
      setCounting({ roundId, shown })
      if (share < 1) frame = requestAnimationFrame(step)
      else finished()
    }
    frame = requestAnimationFrame(step)
    return () => cancelAnimationFrame(frame)
  }, [roundId, hundredths, isInstant])
  const isOfRound = counting.roundId === roundId
  const shown = isOfRound ? counting.shown : start
  return { shown, isThere: isOfRound && shown === hundredths }
}

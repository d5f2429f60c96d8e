const min = 0
const max = 10_000
const steps: Record<string, number> = {
  ArrowRight: 100,
  ArrowUp: 100,
  ArrowLeft: -100,
  ArrowDown: -100,
  PageUp: 1000,
  PageDown: -1000,
}

/** The target after a key press on the ruler, in hundredths; undefined for other keys. */
export const targetAfterKey = (key: string, targetHundredths: number): number | undefined => {
  if (key === 'Home') return min
  if (key === 'End') return max
  const step = steps[key]
  return step === undefined ? undefined : targetHundredths + step
}

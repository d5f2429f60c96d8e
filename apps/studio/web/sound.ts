let context: AudioContext | undefined
let isOn = false

/** Sound is off until the player switches it on; nothing is fetched for it. */
export const toggleSound = (): boolean => {
  isOn = !isOn
  if (isOn) context ??= new AudioContext()
  return isOn
}

/** A short tone; higher for better news. */
export const tone = (hertz: number, ms = 90): void => {
  if (!isOn || !context) return
  const oscillator = context.createOscillator()
  const gain = context.createGain()
  oscillator.frequency.value = hertz
  gain.gain.setValueAtTime(0.08, context.currentTime)
  gain.gain.exponentialRampToValueAtTime(0.001, context.currentTime + ms / 1000)
  oscillator.connect(gain).connect(context.destination)
  oscillator.start()
  oscillator.stop(context.currentTime + ms / 1000)
}

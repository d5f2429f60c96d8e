import { useGameSettings } from './game-settings.ts'

/** Two short notes that rise, or one low: hertz, one after the other. */
const notes = { won: [660, 880], lost: [220] } as const
const noteSeconds = 0.12
const loudness = 0.08
const vibrationMs = { won: [20, 40, 20], lost: [15] }

const tick = 392
const semitone = 2 ** (1 / 12)
const tickMs = 8

let context: AudioContext | undefined

/** Lets a step that held be heard and felt: a short note, higher with each. */
export const feelStep = (step: number): void => {
  const { sound, vibration } = useGameSettings.getState()
  if (sound) sing([tick * semitone ** Math.min(step, 24)])
  if (vibration && 'vibrate' in navigator) navigator.vibrate(tickMs)
}

/**
 * Plays the sound and vibration of a result for players who turned them on; the page always says it in words too. After a
 * win the card that offers to install the app may be shown.
 */
export const feelResult = (won: boolean): void => {
  if (won) void earnCard().catch(() => undefined)
  const { sound, vibration } = useGameSettings.getState()
  const result = won ? 'won' : 'lost'
  if (sound) sing(notes[result])
  // Not every browser can; the types say all do.
  if (vibration && 'vibrate' in navigator) navigator.vibrate(vibrationMs[result])
}

/** Loaded on the first win, to keep it out of every game's page. */
const earnCard = async (): Promise<void> => (await import('../../../shared/install.ts')).earnInstallCard()

const sing = (tones: readonly number[]): void => {
  context ??= new AudioContext()
  const begin = context.currentTime
  for (const [place, hertz] of tones.entries()) {
    const at = begin + place * noteSeconds
    const gain = new GainNode(context, { gain: loudness })
    gain.gain.setValueAtTime(loudness, at)
    gain.gain.exponentialRampToValueAtTime(0.001, at + noteSeconds)
    const tone = new OscillatorNode(context, { type: 'triangle', frequency: hertz })
    tone.connect(gain).connect(context.destination)
    tone.start(at)
    tone.stop(at + noteSeconds)
  }
}

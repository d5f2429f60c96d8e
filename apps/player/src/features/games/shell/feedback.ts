import { useGameSettings } from './game-settings.ts'

/** Two rising notes, or one low: hertz in sequence. */
const notes = { won: [660, 880], lost: [220] } as const
const noteSeconds = 0.12
const loudness = 0.08
const vibrationMs = { won: [20, 40, 20], lost: [15] }

const tick = 392
const semitone = 2 ** (1 / 12)
const tickMs = 8

let context: AudioContext | undefined

/** Plays a short note for a safe step, higher with each. */
export const feelStep = (step: number): void => {
  const { sound, vibration } = useGameSettings.getState()
  if (sound) sing([tick * semitone ** Math.min(step, 24)])
  if (vibration && 'vibrate' in navigator) navigator.vibrate(tickMs)
}

/**
 * Plays a result's sound and vibration for players who enabled them; the page also shows it in words. After a win the
 * install card may appear.
 */
export const feelResult = (won: boolean): void => {
  if (won) void earnCard().catch(() => undefined)
  const { sound, vibration } = useGameSettings.getState()
  const result = won ? 'won' : 'lost'
  if (sound) sing(notes[result])
  // Some browsers lack it, though the types do not say so.
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

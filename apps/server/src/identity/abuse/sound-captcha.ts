import type { Random } from '../../platform/random.ts'

/** Samples a second, a byte each: enough for beeps, and small on the line. */
const RATE = 8000
const HEADER_BYTES = 44
const SILENCE = 128

/** What the groups may hold: more than five are hard to count for anybody. */
const MAX_BEEPS = 5
const GROUPS = 6
/** Beeps of one group are this near, and groups this far from one another, so that nobody takes one for the other. */
const BEEP_SECONDS = [0.13, 0.2] as const
const GAP_SECONDS = [0.16, 0.26] as const
const PAUSE_SECONDS = [1, 1.3] as const
const PITCHES_HZ = [420, 980] as const
const EDGE_SECONDS = 0.012

type Between = (min: number, max: number) => number

/** How many beeps each group has, as it is typed: six digits from 1 to 5. */
export const soundSolution = (random: Random): string =>
  Array.from({ length: GROUPS }, () => 1 + random.below(MAX_BEEPS)).join('')

/**
 * A WAV of groups of beeps, as many in each as its digit says, in a light hiss. Pitch, length and pace of each beep come
 * from `random` alone. It is counted, not understood, so it is the same in every language (docs/decisions/0017).
 */
export function soundCaptcha(solution: string, random: Random): Buffer {
  const between: Between = (min, max) => min + ((max - min) * random.below(10_000)) / 9_999
  const parts: Buffer[] = [silence(0.5)]
  for (const digit of solution) {
    const pitch = between(...PITCHES_HZ)
    for (let beep = 0; beep < Number(digit); beep += 1) {
      parts.push(
        tone(pitch * between(0.94, 1.06), between(...BEEP_SECONDS)),
        silence(between(...GAP_SECONDS)),
      )
    }
    parts.push(silence(between(...PAUSE_SECONDS)))
  }
  const samples = Buffer.concat(parts)
  hiss(samples, random)
  return Buffer.concat([headerOf(samples.length), samples])
}

const silence = (seconds: number) => Buffer.alloc(Math.round(seconds * RATE), SILENCE)

/** A tone with its first overtone, let in and out so that it does not click. */
function tone(hertz: number, seconds: number): Buffer {
  const samples = Buffer.alloc(Math.round(seconds * RATE))
  const edge = EDGE_SECONDS * RATE
  for (let at = 0; at < samples.length; at += 1) {
    const angle = (2 * Math.PI * hertz * at) / RATE
    const loudness = Math.min(1, at / edge, (samples.length - at) / edge)
    const wave = 0.8 * Math.sin(angle) + 0.2 * Math.sin(2 * angle)
    samples[at] = SILENCE + Math.round(90 * loudness * wave)
  }
  return samples
}

/** Soft enough to count through, never the same twice. */
function hiss(samples: Buffer, random: Random): void {
  const noise = Buffer.from(random.hex(samples.length), 'hex')
  for (const [at, byte] of noise.entries()) {
    samples[at] = Math.max(0, Math.min(255, (samples[at] ?? SILENCE) + ((byte % 17) - 8)))
  }
}

/** The head of a WAV file of one channel of unsigned bytes. */
function headerOf(bytes: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('RIFF', 0)
  header.writeUInt32LE(HEADER_BYTES - 8 + bytes, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20) // plain samples
  header.writeUInt16LE(1, 22) // one channel
  header.writeUInt32LE(RATE, 24)
  header.writeUInt32LE(RATE, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(bytes, 40)
  return header
}

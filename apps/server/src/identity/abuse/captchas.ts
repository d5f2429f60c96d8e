import type { SKRSContext2D } from '@napi-rs/canvas'
import { present } from '../../platform/errors.ts'
import { turnsOf } from '../../platform/costly-work.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Random } from '../../platform/crypto.ts'
import { ok, refuse, type Result } from '../../platform/result.ts'
import type { IdentitySettings } from '../settings.ts'
import { insertCaptcha, consumeCaptchaRow } from './queries.ts'

export type Captchas = {
  /** Draws a new captcha for this id; only the requesting address can solve it. */
  draw: (request: CaptchaRequest) => Promise<Result<{ bytes: Buffer }, 'too_many_requests'>>
  /** The same as audio: it replaces what was drawn for this id. */
  sound: (request: CaptchaRequest) => Promise<Result<{ bytes: Buffer }, 'too_many_requests'>>
  /** Whether the answer is right and the captcha has this purpose. Consumes the captcha either way. */
  solve: (answer: { codeId: string; captCode: string; ip: string }, purpose: Purpose) => Promise<boolean>
}

type Purpose = 'login' | 'register'

/** The call of the specification names no purpose: its captcha is valid for either, once. */
type CaptchaRequest = { codeId: string; ip: string; purpose?: Purpose | undefined }

/** A kind of captcha: its solution, and how it is drawn or played. */
type Kind = { solution: () => string; render: (solution: string) => Buffer | Promise<Buffer> }

/** Captchas are stored in the database, so that any server can check what another one drew. */
export function openCaptchas(deps: Deps, settings: IdentitySettings['captcha']): Captchas {
  const drawn = deps.limits.limiter('captcha', settings.drawn.max, settings.drawn.seconds)
  const inTurn = turnsOf('captcha')
  const characters = [...glyphs.keys()]
  const make = async ({ codeId, ip, purpose }: CaptchaRequest, kind: Kind) => {
    if (!(await drawn.consume(ip))) return refuse('too_many_requests')
    const solution = kind.solution()
    const bytes = await inTurn(ip, async () => kind.render(solution))
    const seconds = settings.liveSeconds
    await insertCaptcha(deps.db, { codeId: Number(codeId), ip, solution, purpose: purpose ?? null, seconds })
    await sendToSandbox(deps, codeId, solution)
    return ok({ bytes })
  }
  const picture: Kind = {
    solution: () =>
      Array.from(
        { length: settings.length },
        () => characters[deps.random.below(characters.length)] ?? '',
      ).join(''),
    render: (solution) => drawCaptcha(solution, deps.random),
  }
  const beeps: Kind = {
    solution: () => soundSolution(deps.random),
    render: (solution) => soundCaptcha(solution, deps.random),
  }
  return {
    draw: (request) => make(request, picture),
    sound: (request) => make(request, beeps),
    solve: async ({ codeId, captCode, ip }, purpose) => {
      const drawn = await consumeCaptchaRow(deps.db, Number(codeId), ip)
      if (!drawn || (drawn.purpose !== null && drawn.purpose !== purpose)) return false
      return drawn.solution === captCode.replaceAll(/\s/g, '').toUpperCase()
    },
  }
}

const PATIENCE_MS = 2_000

/**
 * Sends the solution of a captcha to the sandbox, so that a test can solve it. Does nothing without a sandbox; a
 * production server never has one (`config.ts` refuses to start).
 */
async function sendToSandbox({ config, log }: Deps, codeId: string, text: string): Promise<void> {
  if (!config.SANDBOX_URL) return
  const url = `${config.SANDBOX_URL.replace(/\/$/, '')}/captcha/${codeId}`
  try {
    const answer = await fetch(url, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${config.PIX_CLIENT_SECRET ?? ''}`,
      },
      body: JSON.stringify({ text }),
      redirect: 'error',
      signal: AbortSignal.timeout(PATIENCE_MS),
    })
    if (!answer.ok) log.warn({ status: answer.status }, 'the sandbox refused the captcha solution')
  } catch (error) {
    log.warn({ err: error }, 'could not send the captcha solution to the sandbox') // the player can still solve the picture
  }
}

type Point = readonly [x: number, y: number]
type Bend = (point: Point) => Point

const WIDTH = 240
const HEIGHT = 80
/** Pixels per step of the glyph grid. */
const SCALE = 6.4
/** Segments per stroke, so that straight strokes bend too. */
const CUTS = 10
const PAPER = '#f3f1fa'
const INKS = ['#2b2350', '#1f3d5c', '#4a1f4d', '#17463f'] as const

/**
 * A PNG of the text: each character rotated, shifted and sheared, the whole distorted by waves and crossed by lines.
 * All randomness comes from `random`.
 */
export async function drawCaptcha(text: string, random: Random): Promise<Buffer> {
  // Loaded with the first captcha, to save an idle server the memory.
  const { createCanvas } = await import('@napi-rs/canvas')
  const canvas = createCanvas(WIDTH, HEIGHT)
  const context = canvas.getContext('2d')
  const between = (min: number, max: number) => min + ((max - min) * random.below(10_000)) / 9_999
  context.fillStyle = PAPER
  context.fillRect(0, 0, WIDTH, HEIGHT)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  const waves = waveBend(between)
  const step = (WIDTH - 40) / text.length
  text.split('').forEach((character, at) => {
    const glyph = present(glyphs.get(character), `the strokes of ${character}`)
    const place = placementBend(between, 20 + step * (at + 0.5))
    context.strokeStyle = inkOf(random)
    context.lineWidth = between(3.2, 4.4)
    drawGlyph(context, glyph, (point) => waves(place(point)))
  })
  for (let line = 0; line < 4; line += 1) {
    context.strokeStyle = inkOf(random)
    context.lineWidth = between(1.2, 2)
    const across: Glyph = [
      [
        [0, between(8, HEIGHT - 8)],
        [WIDTH, between(8, HEIGHT - 8)],
      ],
    ]
    drawGlyph(context, across, waveBend(between))
  }
  return canvas.toBuffer('image/png')
}

const inkOf = (random: Random) => INKS[random.below(INKS.length)] ?? INKS[0]

type Between = (min: number, max: number) => number

/** Rotates, shears and shifts one character around its centre, then puts it in place. */
function placementBend(between: Between, centreX: number): Bend {
  const turn = between(-0.32, 0.32)
  const shear = between(-0.25, 0.25)
  const [scaleX, scaleY] = [SCALE * between(0.85, 1.1), SCALE * between(0.9, 1.15)]
  const [shiftX, shiftY] = [centreX + between(-4, 4), HEIGHT / 2 + between(-8, 8)]
  return ([gridX, gridY]) => {
    const y = (gridY - 3) * scaleY
    const x = (gridX - 2) * scaleX + y * shear
    return [
      shiftX + x * Math.cos(turn) - y * Math.sin(turn),
      shiftY + x * Math.sin(turn) + y * Math.cos(turn),
    ]
  }
}

function waveBend(between: Between): Bend {
  const [tall, wide] = [between(2, 4), between(1.5, 3)]
  const [alongX, alongY] = [between(24, 44), between(18, 34)]
  const [phaseX, phaseY] = [between(0, 6.28), between(0, 6.28)]
  return ([x, y]) => [x + wide * Math.sin(y / alongY + phaseY), y + tall * Math.sin(x / alongX + phaseX)]
}

function drawGlyph(context: SKRSContext2D, glyph: Glyph, bend: Bend): void {
  for (const stroke of glyph) {
    context.beginPath()
    cut(stroke).forEach((point, at) => {
      const [x, y] = bend(point)
      if (at === 0) context.moveTo(x, y)
      else context.lineTo(x, y)
    })
    context.stroke()
  }
}

const cut = (stroke: readonly Point[]): Point[] =>
  stroke.flatMap((to, at) => {
    const from = stroke[at - 1]
    if (!from) return [to]
    return Array.from({ length: CUTS }, (_none, step): Point => {
      const part = (step + 1) / CUTS
      return [from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]
    })
  })

/** Strokes of a character on a grid 4 wide and 6 high. */
type Glyph = readonly (readonly Point[])[]

/** Points `x,y` of a stroke, strokes apart by `|`. */
const drawn = {
  A: '0,6 2,0 4,6 | 0.8,3.8 3.2,3.8',
  C: '4,1 3,0 1.2,0 0,1.5 0,4.5 1.2,6 3,6 4,5',
  E: '4,0 0,0 0,6 4,6 | 0,3 3,3',
  F: '4,0 0,0 0,6 | 0,3 3,3',
  H: '0,0 0,6 | 4,0 4,6 | 0,3 4,3',
  J: '1,0 4,0 | 3,0 3,4.6 2.2,6 1,6 0,4.8',
  K: '0,0 0,6 | 4,0 0,3.4 | 1.3,2.4 4,6',
  L: '0,0 0,6 4,6',
  M: '0,6 0,0 2,3.2 4,0 4,6',
  N: '0,6 0,0 4,6 4,0',
  P: '0,6 0,0 3,0 4,1 4,2.3 3,3.3 0,3.3',
  R: '0,6 0,0 3,0 4,1 4,2.3 3,3.3 0,3.3 | 2,3.3 4,6',
  T: '0,0 4,0 | 2,0 2,6',
  W: '0,0 1,6 2,2.4 3,6 4,0',
  X: '0,0 4,6 | 4,0 0,6',
  Y: '0,0 2,3 4,0 | 2,3 2,6',
  3: '0,0.8 1,0 3,0 4,0.9 4,2 3,2.8 1.6,2.8 | 3,2.8 4,3.8 4,5 3,6 1,6 0,5.2',
  4: '3,6 3,0 0,4 4,4',
  7: '0,0 4,0 1.3,6',
  9: '4,2.3 3,3.3 1,3.3 0,2.3 0,1 1,0 3,0 4,1 4,4 3,6 1,6',
}

const pointOf = (text: string): Point => {
  const [x = Number.NaN, y = Number.NaN] = text.split(',').map(Number)
  return [x, y]
}

const glyphOf = (text: string): Glyph => text.split(' | ').map((stroke) => stroke.split(' ').map(pointOf))

/**
 * Letters and digits that stay distinguishable when distorted: no 0 O, 1 I, 2 Z, 5 S, 6 G, 8 B, U V. Drawn from our
 * own strokes, so that no font is needed and each point can be bent.
 */
export const glyphs: ReadonlyMap<string, Glyph> = new Map(
  Object.entries(drawn).map(([character, text]) => [character, glyphOf(text)]),
)

/** Samples per second, one byte each: enough for beeps, and small to send. */
const RATE = 8000
const HEADER_BYTES = 44
const SILENCE = 128

/** Beeps per group: more than five are hard to count. */
const MAX_BEEPS = 5
const GROUPS = 6
/** Pause between beeps of a group, and between groups, clearly different. */
const BEEP_SECONDS = [0.13, 0.2] as const
const GAP_SECONDS = [0.16, 0.26] as const
const PAUSE_SECONDS = [1, 1.3] as const
const PITCHES_HZ = [420, 980] as const
const EDGE_SECONDS = 0.012

/** The beep counts as typed: six digits from 1 to 5. */
export const soundSolution = (random: Random): string =>
  Array.from({ length: GROUPS }, () => 1 + random.below(MAX_BEEPS)).join('')

/**
 * A WAV of groups of beeps, each with as many as its digit, in light noise. Pitch, length and pace of each beep come
 * from `random`. Counting needs no language (docs/decisions/0017).
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

/** A tone with its first overtone, faded in and out to avoid clicks. */
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

/** Noise soft enough to count through, different each time. */
function hiss(samples: Buffer, random: Random): void {
  const noise = Buffer.from(random.hex(samples.length), 'hex')
  for (const [at, byte] of noise.entries()) {
    samples[at] = Math.max(0, Math.min(255, (samples[at] ?? SILENCE) + ((byte % 17) - 8)))
  }
}

/** The header of a WAV file: one channel, unsigned bytes. */
function headerOf(bytes: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('RIFF', 0)
  header.writeUInt32LE(HEADER_BYTES - 8 + bytes, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20) // PCM
  header.writeUInt16LE(1, 22) // mono
  header.writeUInt32LE(RATE, 24)
  header.writeUInt32LE(RATE, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(bytes, 40)
  return header
}

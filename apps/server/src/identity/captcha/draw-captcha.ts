import type { SKRSContext2D } from '@napi-rs/canvas'
import { present } from '../../platform/assert.ts'
import type { Random } from '../../platform/random.ts'
import { type Glyph, glyphs } from './glyphs.ts'

type Point = readonly [x: number, y: number]
type Bend = (point: Point) => Point

const WIDTH = 240
const HEIGHT = 80
/** Pixels to one step of the glyphs' grid. */
const SCALE = 6.4
/** Steps that a stroke is cut into, so that a straight one bends too. */
const CUTS = 10
const PAPER = '#f3f1fa'
const INKS = ['#2b2350', '#1f3d5c', '#4a1f4d', '#17463f'] as const

/**
 * A PNG that shows the text: each character turned, shifted and sheared on its own, the whole bent by waves, with
 * lines across. Where and how comes from `random` alone.
 */
export async function drawCaptcha(text: string, random: Random): Promise<Buffer> {
  // Loaded by the first captcha: an idle server does without its megabytes.
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
    const place = placeBend(between, 20 + step * (at + 0.5))
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

/** Turns, shears and shifts one character around its own middle, then sets it in its place. */
function placeBend(between: Between, centreX: number): Bend {
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

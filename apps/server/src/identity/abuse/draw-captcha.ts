import type { SKRSContext2D } from '@napi-rs/canvas'
import { present } from '../../platform/assert.ts'
import type { Random } from '../../platform/random.ts'

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
 * Letters and digits that stay apart when they are bent: no 0 O, 1 I, 2 Z, 5 S, 6 G, 8 B, U V. Drawn by strokes
 * of our own, so that no font is needed and each point can be bent on its own.
 */
export const glyphs: ReadonlyMap<string, Glyph> = new Map(
  Object.entries(drawn).map(([character, text]) => [character, glyphOf(text)]),
)

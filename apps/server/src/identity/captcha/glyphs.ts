type Point = readonly [x: number, y: number]

/** Strokes of a character on a grid 4 wide and 6 high. */
export type Glyph = readonly (readonly Point[])[]

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

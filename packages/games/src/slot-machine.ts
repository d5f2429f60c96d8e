/**
 * The studio's five-reel slot as data: symbols, strips, lines and pays. Three rows of each reel are visible; a win
 * starts at the first reel. The star substitutes for any symbol but the ball; balls pay anywhere.
 */
export type SlotSymbol =
  | 'star'
  | 'ball'
  | 'cup'
  | 'boot'
  | 'glove'
  | 'whistle'
  | 'green'
  | 'yellow'
  | 'blue'
  | 'white'

/** The pays of three, four and five in a row, in hundredths of a line's stake (balls: of the whole stake). */
export type LinePays = readonly [three: number, four: number, five: number]

export type SlotMachine = {
  readonly strips: readonly (readonly SlotSymbol[])[]
  readonly lines: readonly (readonly [number, number, number, number, number])[]
  readonly pays: Readonly<Record<SlotSymbol, LinePays>>
}

/** One letter per symbol, so that a strip is readable. */
const LETTERS: Readonly<Record<string, SlotSymbol>> = {
  S: 'star',
  B: 'ball',
  C: 'cup',
  T: 'boot',
  G: 'glove',
  H: 'whistle',
  g: 'green',
  y: 'yellow',
  b: 'blue',
  w: 'white',
}

const strip = (letters: string): readonly SlotSymbol[] =>
  Array.from(letters).map((letter) => {
    const symbol = LETTERS[letter]
    if (!symbol) throw new Error(`no symbol ${letter}`)
    return symbol
  })

/** Twenty stops a reel: 3,200,000 positions, few enough to count every one. */
export const STUDIO_SLOT: SlotMachine = {
  strips: [
    strip('wgbTywHbgCwyGbBwgyHS'),
    strip('bwyGgbTwyHgCbwBygSwH'),
    strip('gywHbTgwSybGwgBCybwH'),
    strip('ybwGgyHwbTgSwyCbgBHw'),
    strip('wbgHyTwbgGywCbyBgHwS'),
  ],
  lines: [
    [1, 1, 1, 1, 1],
    [0, 0, 0, 0, 0],
    [2, 2, 2, 2, 2],
    [0, 1, 2, 1, 0],
    [2, 1, 0, 1, 2],
    [0, 0, 1, 2, 2],
    [2, 2, 1, 0, 0],
    [1, 0, 0, 0, 1],
    [1, 2, 2, 2, 1],
    [1, 0, 1, 2, 1],
  ],
  pays: {
    star: [5000, 50_000, 500_000],
    ball: [200, 1000, 5000],
    cup: [5000, 25_000, 200_000],
    boot: [4000, 15_000, 100_000],
    glove: [3000, 12_500, 60_000],
    whistle: [2000, 6000, 25_000],
    green: [1000, 3000, 10_000],
    yellow: [1000, 3000, 10_000],
    blue: [800, 2000, 8000],
    white: [800, 2000, 8000],
  },
}

export const SLOT_ROWS = 3
export const SLOT_REELS = 5

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import type { PictureName } from './Picture.tsx'
import { DiceArt } from './DiceArt.tsx'
import { DoubleArt } from './DoubleArt.tsx'
import { FootballHero, MedalsHero, PixHero, StepsHero } from './heroes.tsx'
import { LimboArt } from './LimboArt.tsx'
import { LuckyColorArt } from './LuckyColorArt.tsx'
import { MinesArt } from './MinesArt.tsx'
import { RowDoubleArt } from './RowDoubleArt.tsx'

const drawings = {
  'hero-football': FootballHero,
  'hero-steps': StepsHero,
  'hero-pix': PixHero,
  'hero-medals': MedalsHero,
  mines: MinesArt,
  dice: DiceArt,
  limbo: LimboArt,
  luckyColor: LuckyColorArt,
  rowDouble: RowDoubleArt,
  double: DoubleArt,
} as const satisfies Record<PictureName, unknown>

/** Every picture as the text of an SVG file of its own. Drawn when the app is built (`build/pictures.ts`). */
export const drawPictures = (): [name: string, svg: string][] =>
  Object.entries(drawings).map(([name, Drawing]) => [
    name,
    renderToStaticMarkup(createElement(Drawing)).replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" '),
  ])

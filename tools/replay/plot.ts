import type { Quality } from './quality.ts'

const SIDE = 260
const LEFT = 44
const TOP = 34
const CELL = { width: SIDE + 120, height: SIDE + 92 }
const COLUMNS = 3

/** The largest dot: the bin with most forecasts of its picture. */
const GREATEST_DOT = 11

const at = (chance: number): number => Math.round(chance * SIDE * 10) / 10

const picture = (quality: Quality, place: number): string => {
  const x = (place % COLUMNS) * CELL.width + LEFT
  const y = Math.floor(place / COLUMNS) * CELL.height + TOP
  const max = Math.max(...quality.bins.map(({ count }) => count))
  const dots = quality.bins.map(({ said, seen, count }) => {
    const radius = Math.max(2, Math.round(GREATEST_DOT * Math.sqrt(count / max) * 10) / 10)
    return `<circle cx="${at(said)}" cy="${at(1 - seen)}" r="${radius}" class="dot"/>`
  })
  const ticks = [0, 0.25, 0.5, 0.75, 1].flatMap((tick) => [
    `<text x="${at(tick)}" y="${SIDE + 16}" text-anchor="middle">${tick}</text>`,
    `<text x="-8" y="${at(1 - tick) + 4}" text-anchor="end">${tick}</text>`,
  ])
  return [
    `<g transform="translate(${x} ${y})">`,
    `<text x="0" y="-14" class="name">${quality.what}</text>`,
    `<rect width="${SIDE}" height="${SIDE}" class="frame"/>`,
    `<line x1="0" y1="${SIDE}" x2="${SIDE}" y2="0" class="even"/>`,
    ...ticks,
    ...dots,
    `<text x="${SIDE / 2}" y="${SIDE + 34}" text-anchor="middle">chance said (dot: how often) → how often it happened</text>`,
    '</g>',
  ].join('\n')
}

const STYLE = [
  'svg{background:#fff;font:11px sans-serif;fill:#333}',
  '.name{font-weight:600;font-size:11px}.frame{fill:none;stroke:#bbb}',
  '.even{stroke:#999;stroke-dasharray:4 4}.dot{fill:#0a7d4f;fill-opacity:.65}',
].join('')

/** Each model's reliability as a picture: dots on the dashed line mean that forecasts match frequencies. */
export const calibrationPlot = (qualities: readonly Quality[]): string => {
  const rows = Math.ceil(qualities.length / COLUMNS)
  const [width, height] = [COLUMNS * CELL.width, rows * CELL.height + 10]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">`,
    `<title>Calibration of the models on held-back results</title><style>${STYLE}</style>`,
    ...qualities.map(picture),
    '</svg>',
    '',
  ].join('\n')
}

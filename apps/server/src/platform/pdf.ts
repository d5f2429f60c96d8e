import { windows1252 } from './pdf-letters.ts'

/** A line of a page; a heading is larger. */
export type PdfLine = { text: string; isHeading?: true }

const WIDTH = 595
const HEIGHT = 842
const MARGIN = 40
const SIZE = 8
const HEADING_SIZE = 13
const LEADING = 11
/** How many lines a page holds; the last one is its number. */
export const LINES_A_PAGE = Math.floor((HEIGHT - 2 * MARGIN) / LEADING) - 1

/**
 * Text as PDF 1.4 on A4 pages, in Courier, which every reader has: columns stand under one another. Latin letters that
 * Windows-1252 does not have are written as in a passport. Pure text, so that it needs no library; docs/decisions tells why.
 */
export function textPdf(lines: readonly PdfLine[], pageWord: string): Buffer {
  const pages: (readonly PdfLine[])[] = []
  for (let at = 0; at < Math.max(1, lines.length); at += LINES_A_PAGE) {
    pages.push(lines.slice(at, at + LINES_A_PAGE))
  }
  const fontAt = 3
  const pageAt = (page: number) => 4 + 2 * page
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, at) => `${pageAt(at)} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((page, at) => {
      const stream = contentOf(page, `${pageWord} ${at + 1}/${pages.length}`)
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Contents ${pageAt(at) + 1} 0 R ` +
          `/Resources << /Font << /F1 ${fontAt} 0 R >> >> >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ]
    }),
  ]
  return bytesOf(objects)
}

function contentOf(page: readonly PdfLine[], footer: string): string {
  const shown = page.map(({ text, isHeading }, at) => {
    const size = isHeading ? HEADING_SIZE : SIZE
    return lineAt(text, size, HEIGHT - MARGIN - (at + 1) * LEADING)
  })
  return [...shown, lineAt(footer, SIZE, MARGIN - LEADING)].join('\n')
}

const lineAt = (text: string, size: number, y: number): string =>
  `BT /F1 ${size} Tf 1 0 0 1 ${MARGIN} ${y} Tm (${escaped(text)}) Tj ET`

/** One byte a letter. */
const escaped = (text: string): string => windows1252(text).replaceAll(/[\\()]/g, (mark) => `\\${mark}`)

function bytesOf(objects: readonly string[]): Buffer {
  const parts = ['%PDF-1.4\n']
  const places: number[] = []
  let length = 9
  objects.forEach((object, at) => {
    places.push(length)
    const part = `${at + 1} 0 obj\n${object}\nendobj\n`
    parts.push(part)
    length += part.length // one byte a letter
  })
  const entries = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`)
  parts.push(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`)
  return Buffer.from(parts.join(''), 'latin1')
}

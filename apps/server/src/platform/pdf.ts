/** A line of a page; a heading is larger. */
export type PdfLine = { text: string; isHeading?: true }

const WIDTH = 595
const HEIGHT = 842
const MARGIN = 40
const SIZE = 8
const HEADING_SIZE = 13
const LEADING = 11
/** Lines per page; the last one is the page number. */
export const LINES_A_PAGE = Math.floor((HEIGHT - 2 * MARGIN) / LEADING) - 1

/**
 * Text as PDF 1.4 on A4 pages, in Courier, which every viewer has: columns align. Latin letters missing in
 * Windows-1252 are written as in a passport. Plain text needs no library; see docs/decisions.
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

/** One byte per letter. */
const escaped = (text: string): string => windows1252(text).replaceAll(/[\\()]/g, (mark) => `\\${mark}`)

function bytesOf(objects: readonly string[]): Buffer {
  const parts = ['%PDF-1.4\n']
  const places: number[] = []
  let length = 9
  objects.forEach((object, at) => {
    places.push(length)
    const part = `${at + 1} 0 obj\n${object}\nendobj\n`
    parts.push(part)
    length += part.length // one byte per letter
  })
  const entries = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  parts.push(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`)
  parts.push(`trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${length}\n%%EOF\n`)
  return Buffer.from(parts.join(''), 'latin1')
}

/** What Windows-1252 adds to Latin-1: from 0x80 on, `\0` where it has nothing. */
const FROM_128 = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ'
const FIRST = 128

/**
 * Latin letters that are no plain letter with a diacritic, as passports write them: ICAO Doc 9303, part 3, section 6
 * A. The others lose their diacritic, as there.
 */
const PLAIN: Readonly<Record<string, string>> = {
  Đ: 'D',
  đ: 'd',
  Ħ: 'H',
  ħ: 'h',
  ı: 'i',
  Ĳ: 'IJ',
  ĳ: 'ij',
  ĸ: 'q',
  Ł: 'L',
  ł: 'l',
  ŉ: 'n',
  Ŋ: 'N',
  ŋ: 'n',
  Ŧ: 'T',
  ŧ: 't',
  ẞ: 'SS',
}

/**
 * A text in Windows-1252, one byte per letter: its own letters stay, other Latin letters are written as in a
 * passport, and any other becomes a question mark.
 */
export const windows1252 = (text: string): string =>
  text.normalize('NFC').replaceAll(/[\s\S]/gu, (letter) => writtenOf(letter) ?? '?')

function writtenOf(letter: string): string | undefined {
  if (/[\u0020-\u007e\u00a1-\u00ff]/.test(letter)) return letter
  if (letter === '\u00a0') return ' '
  if (letter === '\u2212') return '-'
  const at = letter === '\0' ? -1 : FROM_128.indexOf(letter)
  if (at >= 0) return String.fromCharCode(FIRST + at)
  const plain = PLAIN[letter] ?? letter.normalize('NFD').replaceAll(/\p{M}/gu, '')
  return /^[A-Za-z]{1,2}$/.test(plain) ? plain : undefined
}

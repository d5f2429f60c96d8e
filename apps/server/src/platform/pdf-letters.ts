/** What Windows-1252 has beside Latin-1: from 0x80 on, `\0` where it has nothing. */
const FROM_128 = '€\0‚ƒ„…†‡ˆ‰Š‹Œ\0Ž\0\0‘’“”•–—˜™š›œ\0žŸ'
const FIRST = 128

/**
 * Latin letters that are no plain letter with a mark, as passports write them: ICAO Doc 9303, part 3, section 6 A. The
 * others lose their mark, as there.
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
 * A text in Windows-1252, a letter a byte: what it has stands as it is, other Latin letters are written as in a passport,
 * and whatever no rule writes is a question mark.
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

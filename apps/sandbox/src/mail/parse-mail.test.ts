import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseMail } from './parse-mail.ts'

/** Every byte as =XX, with soft line breaks that may split a letter. */
const quotedPrintable = (text: string): string => {
  const codes = [...Buffer.from(text, 'utf8')].map(
    (byte) => `=${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  )
  return codes.map((code, index) => (index % 20 === 19 ? `${code}=\r\n` : code)).join('')
}

const base64 = (text: string): string =>
  Buffer.from(text, 'utf8')
    .toString('base64')
    .replaceAll(/.{1,76}/g, '$&\r\n')

/** Encoded words of few bytes each, so that letters are split between neighbours. */
const encodedWords = (text: string): string => {
  const bytes = Buffer.from(text, 'utf8')
  const words = Array.from({ length: Math.ceil(bytes.length / 5) }, (_none, index) =>
    bytes.subarray(index * 5, index * 5 + 5).toString('base64'),
  )
  return words.map((word) => `=?utf-8?B?${word}?=`).join('\r\n ')
}

const words = fc
  .string({ unit: 'grapheme', maxLength: 200 })
  .map((text) => text.replaceAll(/[\r\n]/g, ' ').trimEnd())

const ENCODINGS = [
  { name: 'quoted-printable', encode: quotedPrintable },
  { name: 'base64', encode: base64 },
] as const

test.each(ENCODINGS)('any text survives $name', ({ name, encode }) => {
  fc.assert(
    fc.property(words, (text) => {
      const raw = `Content-Type: text/plain; charset="utf-8"\r\nContent-Transfer-Encoding: ${name}\r\n\r\n${encode(text)}`
      expect(parseMail(Buffer.from(raw)).text).toBe(text)
    }),
  )
})

test('any subject survives encoded words', () => {
  fc.assert(
    fc.property(
      words.filter((text) => text !== ''),
      (text) => {
        expect(parseMail(Buffer.from(`Subject: ${encodedWords(text)}\r\n\r\n`)).subject).toBe(text)
      },
    ),
  )
})

test('the reader never fails, whatever the bytes', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      expect(typeof parseMail(Buffer.from(bytes)).text).toBe('string')
    }),
  )
})

import sharp from 'sharp'
import { expect, test } from 'vitest'
import { makePicture } from './make-picture.ts'

const blank = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#123456' } })

test('re-encodes a photo as WebP, upright, no larger than needed, without its location', async () => {
  const sent = await blank(3200, 800)
    .withExif({ IFD0: { Copyright: 'the street of a player' }, IFD3: { GPSLatitude: '23/1 33/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  const made = await makePicture(sent)
  expect(made).toMatchObject({ ok: true })
  const { format, width, height, exif } = await sharp((made as { value: Buffer }).value).metadata()
  expect({ format, width, height, exif }).toEqual({
    format: 'webp',
    width: 400,
    height: 1600,
    exif: undefined,
  })
})

test('31.3 accepts a photo of 39 megapixels, and a large screenshot', async () => {
  expect(await makePicture(await blank(7200, 5400).jpeg().toBuffer())).toMatchObject({ ok: true })
  expect(await makePicture(await blank(3840, 2160).png().toBuffer())).toMatchObject({ ok: true })
})

/** A PNG whose header claims this many pixels, and little else. */
const promising = async (width: number, height: number) => {
  const png = await blank(1, 1).png().toBuffer()
  png.writeUInt32BE(width, 16)
  png.writeUInt32BE(height, 20)
  return png
}

test.each([
  ['words', async () => Buffer.from('<script>alert(1)</script>')],
  [
    'a drawing that may fetch',
    async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
  ],
  ['a film', async () => blank(2, 2).gif().toBuffer()],
  ['half a photo', async () => (await blank(900, 900).jpeg().toBuffer()).subarray(0, 2000)],
  ['a bomb of 900 million pixels', () => promising(30_000, 30_000)],
  // 39.7 megapixels in 128 kB: a second and a half of a thread that password hashing needs.
  ['a plain PNG of 39.7 megapixels', () => blank(6300, 6300).png().toBuffer()],
  ['a WebP of 17 megapixels', () => blank(4200, 4100).webp().toBuffer()],
  ['nothing', async () => Buffer.alloc(0)],
])('%s is refused', async (_what, sent) => {
  expect(await makePicture(await sent())).toMatchObject({ ok: false, refusal: { code: 'not_a_picture' } })
})

import { ok, refuse, type Result } from './result.ts'

/**
 * What a picture may unpack to, by the format that its head names. A photo is a JPEG, whose decoder leaves out what is
 * not shown; a picture of a screen has a fifth of what the others may, which are unpacked whole, for a second and more.
 */
const MAX_PIXELS: Readonly<Record<string, number>> = { jpeg: 40_000_000, png: 16_000_000, webp: 16_000_000 }
const MOST_PIXELS = Math.max(...Object.values(MAX_PIXELS))
/** Enough to read a receipt by. */
const LONGEST_SIDE = 1600
const QUALITY = 80
const SECONDS = 5

/**
 * Makes a picture anew as WebP: decoded, bounded, turned upright, and written without anything that was hidden in it, as
 * the place where it was taken. What is no picture, or unpacks to too many pixels, is refused before it is unpacked.
 */
export async function makePicture(sent: Buffer): Promise<Result<Buffer, 'not_a_picture'>> {
  // Loaded by the first picture: a server that is sent none does without it.
  const { default: sharp } = await import('sharp')
  // One thread for each picture and no cache: a picture is decoded only once.
  sharp.concurrency(1)
  sharp.cache(false)
  try {
    const picture = sharp(sent, { limitInputPixels: MOST_PIXELS, failOn: 'error', animated: false })
    const { format, width, height } = await picture.metadata() // of the head alone
    if (width * height > (MAX_PIXELS[format] ?? 0)) return refuse('not_a_picture')
    return ok(
      await picture
        .rotate()
        .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
        .timeout({ seconds: SECONDS })
        .webp({ quality: QUALITY })
        .toBuffer(),
    )
  } catch {
    // Any error of the library comes from the uploaded file.
    return refuse('not_a_picture')
  }
}

import { ok, refuse, type Result } from './result.ts'

/**
 * Maximum pixels by the format in the header. A photo is a JPEG, decoded at reduced size; a screenshot gets a fifth
 * of what photos may have, because it is decoded whole, for a second or more.
 */
const MAX_PIXELS: Readonly<Record<string, number>> = { jpeg: 40_000_000, png: 16_000_000, webp: 16_000_000 }
const MOST_PIXELS = Math.max(...Object.values(MAX_PIXELS))
/** Enough to read a receipt. */
const LONGEST_SIDE = 1600
const QUALITY = 80
const SECONDS = 5

/**
 * Re-encodes a picture as WebP: decoded, bounded, turned upright, and stripped of hidden data such as its location.
 * Anything that is no picture, or has too many pixels, is refused before decoding.
 */
export async function makePicture(
  sent: Buffer,
  longestSide = LONGEST_SIDE,
): Promise<Result<Buffer, 'not_a_picture'>> {
  // Loaded with the first picture, to save other servers the memory.
  const { default: sharp } = await import('sharp')
  // One thread for each picture and no cache: a picture is decoded only once.
  sharp.concurrency(1)
  sharp.cache(false)
  try {
    const picture = sharp(sent, { limitInputPixels: MOST_PIXELS, failOn: 'error', animated: false })
    const { format, width, height } = await picture.metadata() // of the header alone
    if (width * height > (MAX_PIXELS[format] ?? 0)) return refuse('not_a_picture')
    return ok(
      await picture
        .rotate()
        .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
        .timeout({ seconds: SECONDS })
        .webp({ quality: QUALITY })
        .toBuffer(),
    )
  } catch {
    // Any error of the library comes from the uploaded file.
    return refuse('not_a_picture')
  }
}

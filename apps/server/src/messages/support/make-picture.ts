import { ok, refuse, type Result } from '../../platform/result.ts'

/** A photo of a telephone has half of it; what unpacks to more is a bomb. */
const MAX_PIXELS = 40_000_000
/** Enough to read a receipt by. */
const LONGEST_SIDE = 1600
const QUALITY = 80
const SECONDS = 5
const formats: readonly (string | undefined)[] = ['jpeg', 'png', 'webp']

/**
 * Makes a picture anew as WebP: decoded, bounded, turned upright, and written without anything that was hidden in it, as
 * the place where it was taken. What is no picture, or unpacks to too many pixels, is refused before it is unpacked.
 */
export async function makePicture(sent: Buffer): Promise<Result<Buffer, 'not_a_picture'>> {
  // Loaded by the first picture: a server that is sent none does without it.
  const { default: sharp } = await import('sharp')
  try {
    const picture = sharp(sent, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: false })
    const { format } = await picture.metadata()
    if (!formats.includes(format)) return refuse('not_a_picture')
    return ok(
      await picture
        .rotate()
        .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
        .timeout({ seconds: SECONDS })
        .webp({ quality: QUALITY })
        .toBuffer(),
    )
  } catch {
    // Whatever the library stumbles over is in what was sent.
    return refuse('not_a_picture')
  }
}

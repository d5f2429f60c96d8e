/** As large as the server keeps it. */
const longestSide = 1600
const quality = 0.82

/** The size of a picture that fits, in whole pixels, in its own proportion. */
export const fittingSize = (width: number, height: number): { width: number; height: number } => {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** A photo as base64 of a smaller JPEG, so that little is sent over a phone's line. Throws where it is no picture. */
export const shrinkPicture = async (file: Blob): Promise<string> => {
  const bitmap = await createImageBitmap(file)
  const canvas = document.createElement('canvas')
  Object.assign(canvas, fittingSize(bitmap.width, bitmap.height))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas.toDataURL('image/jpeg', quality).split(',')[1] ?? ''
}

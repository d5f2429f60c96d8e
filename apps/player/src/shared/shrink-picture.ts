/** The largest size the server keeps. */
const longestSide = 1600
const quality = 0.82

/** The fitting picture size in whole pixels, in proportion. */
export const fittingSize = (width: number, height: number): { width: number; height: number } => {
  const scale = Math.min(1, longestSide / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** A photo as base64 of a smaller JPEG, to send less over a phone connection. Throws if it is no picture. */
export const shrinkPicture = async (file: Blob): Promise<string> => {
  const bitmap = await createImageBitmap(file)
  const canvas = document.createElement('canvas')
  Object.assign(canvas, fittingSize(bitmap.width, bitmap.height))
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  bitmap.close()
  return canvas.toDataURL('image/jpeg', quality).split(',')[1] ?? ''
}

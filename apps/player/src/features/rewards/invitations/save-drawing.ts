const sidePixels = 1024

/** Saves a square SVG as a 1024 × 1024 picture; throws if the browser cannot render it. */
export const saveDrawing = async (drawing: SVGSVGElement, name: string): Promise<void> => {
  const image = new Image(sidePixels, sidePixels)
  image.src = `data:image/svg+xml;utf8,${encodeURIComponent(new XMLSerializer().serializeToString(drawing))}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = sidePixels
  canvas.height = sidePixels
  canvas.getContext('2d')?.drawImage(image, 0, 0, sidePixels, sidePixels)
  const link = document.createElement('a')
  link.href = canvas.toDataURL('image/png')
  link.download = name
  link.click()
}

type File = { fileName: string; mediaType: string; content: string }

/** Saves a base64 file on the player's device. */
export function saveBytes({ fileName, mediaType, content }: File): void {
  const bytes = Uint8Array.from(atob(content), (letter) => letter.charCodeAt(0))
  const address = URL.createObjectURL(new Blob([bytes], { type: mediaType }))
  const link = document.createElement('a')
  link.href = address
  link.download = fileName
  link.click()
  // The browser is reading it by then; keeping the URL would leak memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

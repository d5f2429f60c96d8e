/** Saves a text as a file: JSON unless another type is given. */
export function saveFile(name: string, text: string, type = 'application/json'): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser is reading it by then; keeping the URL would leak memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

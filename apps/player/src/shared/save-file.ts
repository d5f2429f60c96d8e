/** Saves words as a file on the player's device: JSON, or what else is named. */
export function saveFile(name: string, text: string, type = 'application/json'): void {
  const address = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has begun to read it by then; held on to, it would stay in memory.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}

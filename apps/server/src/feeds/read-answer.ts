/** The text of a feed's answer, read up to this many bytes; undefined if it is longer: the rest is not received. */
export async function readAnswer(answer: Response, maxBytes: number): Promise<string | undefined> {
  if (!answer.body) return ''
  const body: AsyncIterable<Uint8Array> = answer.body
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body) {
    bytes += part.byteLength
    if (bytes > maxBytes) return undefined // leaving the loop ends the connection
    parts.push(part)
  }
  return new TextDecoder().decode(Buffer.concat(parts))
}

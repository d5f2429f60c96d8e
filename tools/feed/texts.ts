import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'

/** Lines of a file, packed or not, or of standard input for `-`, streamed. */
export function linesOf(path: string): AsyncIterable<string> {
  const source: Readable = path === '-' ? process.stdin : createReadStream(path)
  const input = path.endsWith('.gz') ? source.pipe(createGunzip()) : source
  return createInterface({ input, crlfDelay: Infinity })
}

/** Texts separated by empty lines: several lines make one message. */
export async function* paragraphsOf(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let text: string[] = []
  for await (const line of lines) {
    if (line.trim() !== '') text.push(line)
    else if (text.length > 0) {
      yield text.join('\n').trim()
      text = []
    }
  }
  if (text.length > 0) yield text.join('\n').trim()
}

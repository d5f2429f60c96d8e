import { Fault } from '../../platform/fault.ts'

/** What came back from the bank: the status and the body, as far as it was JSON. */
export type Reply = { status: number; body: unknown }

/** The most a bank may say in one answer: a page of a thousand Pix is well below. */
const MAX_BYTES = 4_000_000

/** One request and its whole answer. 408, 425 and 429 say nothing about what was asked: Faults like a 5xx. */
export async function request(url: string, init: RequestInit): Promise<Reply> {
  try {
    const response = await fetch(url, init)
    const { status } = response
    const text = await response.text()
    if (text.length > MAX_BYTES) throw new Error('the answer is too long')
    if (status >= 500 || status === 408 || status === 425 || status === 429) {
      throw new Error(`the bank answered ${status}`)
    }
    return { status, body: readJson(text) }
  } catch (error) {
    throw new Fault(
      `no answer from the bank: ${error instanceof Error ? error.message : 'unreadable'}`,
      error,
    )
  }
}

function readJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text) as unknown
  } catch (error) {
    throw new Error('the answer is not JSON', { cause: error })
  }
}

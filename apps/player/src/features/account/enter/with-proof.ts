import type { Challenge } from '@palpite/contract/proof'
import { ApiError, refusalCode } from '../../../shared/api/api-error.ts'

/** Makes a call, and repeats it with a proof of work if required. The button stays busy for a second or two more. */
export async function withProof<T>(
  call: (proof: { proof?: string }) => Promise<T>,
  solve: (challenge: Challenge) => Promise<string> = solveBeside,
): Promise<T> {
  try {
    return await call({})
  } catch (error) {
    const challenge = challengeOf(error)
    if (!challenge) throw error
    return call({ proof: await solve(challenge) })
  }
}

function challengeOf(error: unknown): Challenge | undefined {
  if (!(error instanceof ApiError) || refusalCode(error) !== 'proof_needed') return undefined
  const { challenge, bits } = error.data as Partial<Challenge>
  return challenge === undefined || bits === undefined ? undefined : { challenge, bits }
}

const solveBeside = (challenge: Challenge): Promise<string> => {
  const worker = new Worker(new URL('./proof.worker.ts', import.meta.url), { type: 'module' })
  const solved = new Promise<string>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data))
    worker.addEventListener('error', ({ message }) => reject(new Error(message)))
  })
  worker.postMessage(challenge)
  return solved.finally(() => worker.terminate())
}

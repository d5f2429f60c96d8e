import { type Challenge, solveChallenge } from '@palpite/contract/proof'

/** Computes a proof of work in a worker, so the page stays responsive. */
addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  postMessage(solveChallenge(data))
})

import { type Challenge, solveChallenge } from '@palpite/contract/proof'

/** Works a proof out beside the page, which stays alive meanwhile. */
addEventListener('message', ({ data }: MessageEvent<Challenge>) => {
  postMessage(solveChallenge(data))
})

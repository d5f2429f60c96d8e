import { isIncluded, leafHash, treeHeadBytes } from '@palpite/games/log'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../shared/api/api.ts'
import { isSignedBy } from '../../../shared/signature.ts'

/** What the public log says of an entry, worked out here from its proof. */
export type LogProof = {
  /** Which line of the log it is, from 1, and of how many. */
  line: number
  size: number
  at: string
  /** Whether the proof leads from the entry to the signed root. */
  isIncluded: boolean
  /** Whether the head is signed by the key of the log; nothing where this browser cannot tell. */
  isSigned: boolean | undefined
}

const quietly = { loading: false, inline: true } as const

/** Asks the public log to prove that an entry is in it, and verifies the proof. A failure says that it is not there yet. */
export const useLogProof = (entry: string) =>
  useQuery({
    queryKey: ['logProof', entry],
    staleTime: Infinity,
    queryFn: async (): Promise<LogProof> => {
      const leaf = leafHash(entry)
      const head = await api('GET /api/app/publicLog/head', quietly)
      const { size, rootHash, timestampMs, signature, publicKey } = head
      const proof = await api('GET /api/app/publicLog/inclusion', {
        query: { leafHash: leaf, size: String(size) },
        ...quietly,
      })
      return {
        line: proof.leafIndex + 1,
        size,
        at: new Date(timestampMs).toISOString(),
        isIncluded: proof.size === size && isIncluded(leaf, proof, rootHash),
        isSigned: await isSignedBy(publicKey, treeHeadBytes({ size, rootHash, timestampMs }), signature),
      }
    },
  })

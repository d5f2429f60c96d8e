import { isIncluded, leafHash, treeHeadBytes } from '@palpite/games/log'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../../shared/api/api.ts'
import { isSignedBy } from '../../../shared/signature.ts'

/** The public log's data about an entry, computed from its proof. */
export type LogProof = {
  /** The entry's line, from 1, and the log's size. */
  line: number
  size: number
  at: string
  /** Whether the proof leads from the entry to the signed root. */
  isIncluded: boolean
  /** Whether the log's key signed the head; undefined if the browser cannot verify. */
  isSigned: boolean | undefined
}

const quietly = { loading: false, inline: true } as const

/** Requests an entry's proof from the public log and verifies it. A failure means that it is not there yet. */
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

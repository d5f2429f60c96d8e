import { type Api, serve } from '../../platform/http/serve.ts'
import { ok } from '../../platform/result.ts'
import { type Documents, givePicture, readOwnCheck, sendDocuments } from './give-documents.ts'

/** Opens the calls of a player's own document check. `sent` hears that one waits. */
export function documentRoutes(api: Api, documents: Documents, sent: () => void): void {
  serve(api, 'GET /api/app/documents/check', async ({ caller: { playerId } }) =>
    ok(await readOwnCheck(documents, playerId)),
  )
  serve(api, 'POST /api/app/documents/picture', ({ caller: { playerId }, body }) =>
    givePicture(documents, { playerId, ...body }),
  )
  serve(api, 'POST /api/app/documents/send', async ({ caller: { playerId } }) => {
    const answer = await sendDocuments(documents, playerId)
    if (answer.ok) sent()
    return answer
  })
}

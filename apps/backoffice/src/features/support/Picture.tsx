import { Button } from '@palpite/ui'
import { useState } from 'react'
import { useAsked } from '../../shared/ask-again.ts'
import { useText } from '../../shared/text.ts'

/** A player's picture, loaded on request: each view is audited. */
export function Picture({ threadId, lineId }: { threadId: string; lineId: string }) {
  const t = useText()
  const [isWanted, setWanted] = useState(false)
  const asked = useAsked(
    'GET /api/backoffice/support/threads/:threadId/pictures/:lineId',
    { params: { threadId, lineId } },
    { isWanted, everyMs: false },
  )
  if (asked.data)
    return (
      <img
        src={`data:image/webp;base64,${asked.data.webp}`}
        alt={t('support.picture.alt')}
        className="my-6 max-h-400 rounded-11"
      />
    )
  return (
    <Button
      kind="secondary"
      size="s"
      className="my-6"
      busy={isWanted && asked.isPending}
      onClick={() => setWanted(true)}
    >
      {t('support.picture.show')}
    </Button>
  )
}

import { Button, Icon } from '@palpite/ui'
import { useState } from 'react'
import { useFormat } from '../../shared/format.ts'
import { useMay, useMe } from '../../shared/me.ts'
import { useText } from '../../shared/text.ts'
import type { Player } from './player.ts'
import { SuspensionDialog } from './SuspensionDialog.tsx'

/** Whether operators hold a player's account suspended, since when, by whom and why; and the way to change it. */
export function Suspension({ player: { playerId, suspension } }: { player: Player }) {
  const t = useText()
  const format = useFormat()
  const { operatorId } = useMe()
  const maySuspend = useMay('players.suspend')
  const [isAsking, setAsking] = useState(false)
  const isOwn = suspension?.suspendedBy === operatorId
  return (
    <>
      {suspension && (
        <div role="note" className="flex items-start gap-10 rounded-14 bg-warn-tint p-12 text-13">
          <Icon name="lock-key-fill" className="size-20 shrink-0 text-warn" />
          <div className="grid min-w-0 gap-4">
            <p className="font-700">
              {t('players.suspended.since', {
                at: format.time(suspension.suspendedAt),
                id: suspension.suspendedBy,
              })}
            </p>
            <p className="wrap-anywhere">{suspension.reason}</p>
            {maySuspend && isOwn && <p className="text-text-2">{t('players.suspended.own')}</p>}
          </div>
        </div>
      )}
      {maySuspend && !isOwn && (
        <Button kind="secondary" size="s" onClick={() => setAsking(true)}>
          {t(suspension ? 'players.lift.open' : 'players.suspend.open')}
        </Button>
      )}
      {isAsking && (
        <SuspensionDialog
          playerId={playerId}
          isSuspended={suspension !== null}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

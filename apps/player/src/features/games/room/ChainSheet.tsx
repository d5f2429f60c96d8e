import { Button, CopyButton, Icon, Sheet } from '@palpite/ui'
import { useState } from 'react'
import { closeOverlay, type OverlayInputs } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { useGameRoom } from './use-game-room.ts'
import { type VerifiedRoom, verifyRoom } from './verify-room.ts'

/** The chain that a room is drawn from: what was published before, what was drawn, and both worked out again right here. */
export function ChainSheet({ room: name }: OverlayInputs['roomChain']) {
  const t = useText()
  const { room } = useGameRoom(name)
  const [verified, setVerified] = useState<VerifiedRoom>()
  const chain = room?.lastDraw ?? room?.round?.chain
  return (
    <Sheet title={t('rooms.chain.title')} closeLabel={t('app.close.label')} onClose={closeOverlay}>
      <div className="grid gap-12 px-12 pb-20 text-14">
        <p className="text-text-2">{t('rooms.chain.how')}</p>
        {chain && (
          <>
            <Written label={t('rooms.chain.commitment')} words={chain.commitment} />
            <Written label={t('rooms.chain.salt')} words={chain.salt} />
          </>
        )}
        {room?.lastDraw ? (
          <Button
            kind="secondary"
            size="m"
            // A draw whose round is still shown is not verified before it is told.
            disabled={room.phase === 'drawing'}
            onClick={() => setVerified(verifyRoom(room))}
          >
            {t('rooms.chain.verify')}
          </Button>
        ) : (
          <p className="text-text-2">{t('rooms.chain.none')}</p>
        )}
        {verified && <Verdict verified={verified} />}
      </div>
    </Sheet>
  )
}

function Written({ label, words }: { label: string; words: string }) {
  const t = useText()
  return (
    <div className="rounded-11 bg-surface-2 p-12">
      <p className="text-12 text-text-2">{label}</p>
      <p className="flex items-center justify-between gap-8 break-all">
        <code className="text-12">{words}</code>
        <CopyButton bare text={words} label={t('rooms.chain.copy')} copiedLabel={t('rooms.chain.copied')} />
      </p>
    </div>
  )
}

function Verdict({ verified: { isCommitted, draws } }: { verified: VerifiedRoom }) {
  const t = useText()
  const isSame = draws.every((draw) => draw.isSame)
  return (
    <>
      <div role="status" className="grid gap-6 rounded-18 bg-surface-2 p-16">
        <Finding isGood={isCommitted}>{t(isCommitted ? 'rooms.chain.linked' : 'rooms.chain.broken')}</Finding>
        <Finding isGood={isSame}>{t(isSame ? 'rooms.chain.same' : 'rooms.chain.other')}</Finding>
      </div>
      <ul className="grid gap-6" aria-label={t('rooms.chain.seeds')}>
        {draws.slice(0, 20).map(({ place, seed, outcome, told }) => (
          <li key={place} className="grid gap-2 rounded-11 bg-surface-2 p-10 text-12">
            <span className="font-700">
              {t('rooms.chain.draw', { place: place + 1, outcome: told === null ? '–' : outcome })}
            </span>
            <code className="break-all text-text-2">{seed}</code>
          </li>
        ))}
      </ul>
    </>
  )
}

function Finding({ isGood, children }: { isGood: boolean; children: string }) {
  return (
    <span
      data-good={isGood || undefined}
      className="flex items-center gap-6 text-13 font-600 text-loss data-good:text-win"
    >
      <Icon name={isGood ? 'check-circle-fill' : 'x-circle-fill'} className="size-18 shrink-0" />
      {children}
    </span>
  )
}

import { chainEntry } from '@palpite/games/log'
import { Button, Sheet } from '@palpite/ui'
import { useState } from 'react'
import { closeOverlay, type OverlayInputs } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { useIsLoggedIn } from '../../../shared/session.ts'
import { RoundFiles } from '../fairness/RoundFiles.tsx'
import { PublicProof } from '../fairness/PublicProof.tsx'
import { Finding, Written } from './chain-parts.tsx'
import { DrawOfBet } from './DrawOfBet.tsx'
import { useGameRoom } from './use-game-room.ts'
import { isSharedBet } from './verify-draw.ts'
import { type VerifiedRoom, verifyRoom } from './verify-room.ts'

/** A room's chain: the published commitment and the draws, both verified here. With a bet, its own draw. */
export function ChainSheet({ room, round }: OverlayInputs['roomChain']) {
  const t = useText()
  const isLoggedIn = useIsLoggedIn()
  return (
    <Sheet
      desk="panel"
      title={t('rooms.chain.title')}
      closeLabel={t('app.close.label')}
      onClose={closeOverlay}
    >
      <div className="grid gap-12 px-12 pb-20 text-14">
        <p className="text-text-2">{t('rooms.chain.how')}</p>
        {round && isSharedBet(round) ? <DrawOfBet round={round} /> : <ChainOfRoom name={room} />}
        {isLoggedIn && <RoundFiles kind="shared" />}
      </div>
    </Sheet>
  )
}

function ChainOfRoom({ name }: { name: OverlayInputs['roomChain']['room'] }) {
  const t = useText()
  const { room } = useGameRoom(name)
  const [verified, setVerified] = useState<VerifiedRoom>()
  const chain = room?.lastDraw ?? room?.round?.chain
  return (
    <>
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
          // A draw still being shown is not verified before it is revealed.
          disabled={room.phase === 'drawing'}
          onClick={() => setVerified(verifyRoom(room))}
        >
          {t('rooms.chain.verify')}
        </Button>
      ) : (
        <p className="text-text-2">{t('rooms.chain.none')}</p>
      )}
      {verified && <Verdict verified={verified} />}
      {chain && <PublicProof entry={chainEntry({ room: name, ...chain })} />}
    </>
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
        {draws.slice(0, 20).map(({ place, seed, outcome, reported }) => (
          <li key={place} className="grid gap-2 rounded-11 bg-surface-2 p-10 text-12">
            <span className="font-700">
              {t('rooms.chain.draw', { place: place + 1, outcome: reported === null ? '–' : outcome })}
            </span>
            <code className="break-all text-text-2">{seed}</code>
          </li>
        ))}
      </ul>
    </>
  )
}

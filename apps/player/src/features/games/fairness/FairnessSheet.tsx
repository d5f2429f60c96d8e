import { Segmented, Sheet } from '@palpite/ui'
import { useState } from 'react'
import { closeOverlay, type OverlayInputs } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { RoundFiles } from './RoundFiles.tsx'
import { SeedsInUse } from './SeedsInUse.tsx'
import { canVerify, isSeeded } from './verify-round.ts'
import { VerifyRound } from './VerifyRound.tsx'

type Tab = 'seeds' | 'verify' | 'how'

/**
 * The current seeds, an in-browser verifier and an explanation, for games decided by a player's own seeds. A given
 * round prefills the verifier.
 */
export function FairnessSheet({ game = 'dice', round }: OverlayInputs['fairness']) {
  const t = useText()
  const [tab, setTab] = useState<Tab>(round ? 'verify' : 'seeds')
  return (
    <Sheet
      desk="panel"
      title={t('games.fairness.title')}
      closeLabel={t('app.close.label')}
      onClose={closeOverlay}
      detent="half"
    >
      <div className="grid gap-16 px-12 pb-20">
        <Segmented<Tab>
          label={t('games.fairness.title')}
          value={tab}
          onChange={setTab}
          options={[
            { value: 'seeds', label: t('games.fairness.seeds') },
            { value: 'verify', label: t('games.fairness.verify') },
            { value: 'how', label: t('games.fairness.how') },
          ]}
        />
        {tab === 'seeds' && (
          <>
            <SeedsInUse />
            <RoundFiles kind="pairs" />
          </>
        )}
        {tab === 'verify' && (
          <VerifyRound
            game={isSeeded(game) ? game : 'dice'}
            round={round && canVerify(round) ? round : undefined}
            onSeeds={() => setTab('seeds')}
          />
        )}
        {tab === 'how' && (
          <div className="grid gap-12 px-4 text-14 text-text-2">
            <p>{t('games.fairness.how.commit')}</p>
            <p>{t('games.fairness.how.play')}</p>
            <p>{t('games.fairness.how.reveal')}</p>
          </div>
        )}
      </div>
    </Sheet>
  )
}

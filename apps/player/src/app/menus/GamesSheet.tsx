import { Sheet } from '@palpite/ui'
import { closeOverlay } from '../../shared/overlays.ts'
import { useText } from '../../shared/text/text.ts'
import { GameTiles } from './GameTiles.tsx'
import { OnlineFigure } from './OnlineFigure.tsx'

/** The small games in a half-screen sheet. */
export function GamesSheet() {
  const t = useText()
  return (
    <Sheet title={t('app.games.title')} closeLabel={t('app.close.label')} onClose={closeOverlay}>
      <div className="px-12 pt-6">
        <OnlineFigure />
        <GameTiles />
      </div>
    </Sheet>
  )
}

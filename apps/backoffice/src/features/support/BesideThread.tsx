import { useAddress } from '../../shared/address.ts'
import { BetDrawer } from '../../shared/BetDrawer.tsx'
import { Drawer } from '../../shared/Drawer.tsx'
import { useMay } from '../../shared/me.ts'
import { useText } from '../../shared/text.ts'
import { PlayerContext } from './PlayerContext.tsx'
import { useIsShown } from './use-is-shown.ts'

/** A drawer as wide as the player's column, so that the conversation keeps its room. */
const narrow = 'contents wide:flex wide:w-320 wide:shrink-0 wide:[&>aside]:w-full'

/** Beside a chat: the attached bet that is open, else its player; on narrow screens the player when asked for. */
export function BesideThread({ playerId }: { playerId: number }) {
  const t = useText()
  const address = useAddress()
  const [column, hasRoom] = useIsShown()
  const mayPlayers = useMay('players.read')
  const betId = address.get('aposta')
  const isAsked = address.get('ficha') !== '' && !hasRoom
  if (betId !== '')
    return (
      <div className={narrow}>
        <BetDrawer key={betId} betId={betId} onClose={() => address.set({ aposta: '' })} />
      </div>
    )
  if (!mayPlayers) return null
  return (
    <>
      <aside
        ref={column}
        aria-label={t('support.context.label')}
        className="w-320 shrink-0 overflow-y-auto border-s border-line bg-surface-1 px-20 py-16 max-office:hidden"
      >
        {hasRoom && <PlayerContext playerId={playerId} />}
      </aside>
      {isAsked && (
        <div className={narrow}>
          <Drawer title={t('support.context.label')} onClose={() => address.set({ ficha: '' })}>
            <PlayerContext playerId={playerId} />
          </Drawer>
        </div>
      )}
    </>
  )
}

import { useAddress } from '../../shared/address.ts'
import { useAsked } from '../../shared/ask-again.ts'
import { type Sport, sportNames } from '../../shared/sports.ts'
import { useText } from '../../shared/text.ts'
import type { Traded } from './traded.ts'

type Props = { sport: Sport; fixtures: readonly Traded[] }

/** The sports with their fixture counts, and the selected one's competitions. */
export function SportsTree({ sport, fixtures }: Props) {
  const t = useText()
  const address = useAddress()
  const asked = useAsked('GET /api/backoffice/trading/sports', {})
  const chosen = address.get('liga')
  const competitions = competitionsOf(fixtures)
  return (
    <nav
      aria-label={t('trading.tree.label')}
      className="hairline overflow-y-auto rounded-14 bg-surface-1 p-8 max-desk:max-h-160"
    >
      <ul className="grid gap-2">
        {(asked.data ?? []).map((one) => (
          <li key={one.sport}>
            <Branch
              name={t(sportNames[one.sport])}
              count={one.live}
              isChosen={one.sport === sport && chosen === ''}
              onChoose={() => address.set({ esporte: one.sport, liga: '', partida: '' })}
            />
            {one.sport === sport && (
              <ul className="ms-12 grid gap-2 border-s border-line ps-6">
                {competitions.map(([competition, count]) => (
                  <li key={competition}>
                    <Branch
                      name={competition}
                      count={count}
                      isChosen={competition === chosen}
                      onChoose={() => address.set({ liga: competition, partida: '' })}
                    />
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Competitions by first fixture, with fixture counts. */
function competitionsOf(fixtures: readonly Traded[]): (readonly [competition: string, count: number])[] {
  const counts = new Map<string, number>()
  for (const { competition } of fixtures) counts.set(competition, (counts.get(competition) ?? 0) + 1)
  return [...counts]
}

type BranchProps = { name: string; count: number; isChosen: boolean; onChoose: () => void }

const Branch = ({ name, count, isChosen, onChoose }: BranchProps) => (
  <button
    type="button"
    aria-current={isChosen ? 'true' : undefined}
    onClick={onChoose}
    className="flex min-h-32 w-full cursor-pointer items-center justify-between gap-8 rounded-8 px-8 text-start text-13 font-500 text-text-2 hover:bg-surface-2 aria-[current]:bg-surface-3 aria-[current]:font-700 aria-[current]:text-text"
  >
    <span className="min-w-0 truncate">{name}</span>
    <span className="text-12 text-text-2 tabular-nums">{count}</span>
  </button>
)

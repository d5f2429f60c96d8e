import { Button, Empty } from '@palpite/ui'
import { Loaded } from '../../../shared/Loaded.tsx'
import { LoadMore } from '../../../shared/LoadMore.tsx'
import { go } from '../../../shared/navigation.ts'
import { hrefOf } from '../../../shared/paths.ts'
import { useText } from '../../../shared/text/text.ts'
import { RoundFilters } from './RoundFilters.tsx'
import { RoundRow } from './RoundRow.tsx'
import { type Filters, useRoundFilters, useRoundPages } from './use-rounds.ts'

/** The small-game rounds, newest first, with filters; each can be verified or continued. */
export function RoundRecords() {
  const [filters, choose] = useRoundFilters()
  return (
    <div className="grid grid-cols-1 gap-10">
      <RoundFilters filters={filters} onChoose={choose} />
      <Rounds filters={filters} onShowAll={() => choose({ game: 'all', status: 'all' })} />
    </div>
  )
}

function Rounds({ filters, onShowAll }: { filters: Filters; onShowAll: () => void }) {
  const t = useText()
  const pages = useRoundPages(filters)
  return (
    <Loaded query={pages} skeleton={Array<string>(4).fill('h-84')} gap="gap-8">
      {(data) => {
        const rounds = data.pages.flatMap((page) => page.rounds)
        if (rounds.length === 0) return <NoRounds filters={filters} onShowAll={onShowAll} />
        return (
          <>
            <ul className="grid gap-8 wide:grid-cols-2">
              {rounds.map((round) => (
                <RoundRow key={round.roundId} round={round} />
              ))}
            </ul>
            <LoadMore pages={pages} label={t('games.records.more')} />
          </>
        )
      }}
    </Loaded>
  )
}

/** No rounds, or none that match the filters. */
function NoRounds({ filters: { game, status }, onShowAll }: { filters: Filters; onShowAll: () => void }) {
  const t = useText()
  if (game !== 'all' || status !== 'all') {
    return (
      <Empty
        icon="dice-five-duotone"
        title={t('games.records.noneSuch')}
        action={
          <Button kind="secondary" size="m" onClick={onShowAll}>
            {t('games.records.showAll')}
          </Button>
        }
      />
    )
  }
  return (
    <Empty
      icon="dice-five-duotone"
      title={t('games.records.none')}
      text={t('games.records.noneText')}
      action={
        <Button kind="play" size="m" onClick={() => go(hrefOf('dice'))}>
          {t('games.records.play')}
        </Button>
      }
    />
  )
}

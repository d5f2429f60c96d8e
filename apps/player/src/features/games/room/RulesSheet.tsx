import {
  DOUBLE_PAYS,
  doubleColour,
  doubleReturnToPlayer,
  DOUBLE_SLOTS,
  DOUBLE_STRIP,
  LUCKY_DIGITS,
} from '@palpite/games'
import type { Fraction } from '@palpite/money/fraction'
import { Sheet } from '@palpite/ui'
import { useCall } from '../../../shared/api/use-call.ts'
import { useFormat } from '../../../shared/format/use-format.ts'
import { closeOverlay, type OverlayInputs } from '../../../shared/overlays.ts'
import { useText } from '../../../shared/text/text.ts'
import { colours } from '../double/colours.ts'
import { colourPicks, dualPays, sizePicks, termsOf } from '../lucky-color/picks.ts'
import { shareOf } from '../paced/worth.ts'
import { type SharedRound, useGameRoom } from './use-game-room.ts'
import { usePickName } from './use-pick-name.ts'
import { CountedShares } from '../../../shared/CountedShares.tsx'
import { HelpArticle } from '../../../shared/HelpArticle.tsx'

/** A shared game's rules: payout and chance per bet, return, bounds, round times. */
export function RulesSheet({ room: name }: OverlayInputs['roomRules']) {
  const t = useText()
  const format = useFormat()
  const { room } = useGameRoom(name)
  const { data } = useCall('GET /api/app/games/rules', { loading: false })
  const game = name === 'double' ? 'double' : 'luckyColor'
  const terms = data?.find((each) => each.game === game)
  const round = room?.round ?? room?.taking
  return (
    <Sheet
      title={t('rooms.rules.title', {
        game: t(game === 'double' ? 'app.game.double' : 'app.game.luckyColor'),
      })}
      closeLabel={t('app.close.label')}
      onClose={closeOverlay}
    >
      <div className="grid gap-12 px-16 pb-20 text-14 text-text-2">
        <p>{t(game === 'double' ? 'rooms.rules.double' : 'rooms.rules.lucky')}</p>
        <PayTable rows={game === 'double' ? doubleRows : luckyRows} />
        {game === 'luckyColor' && <p>{t('rooms.rules.dual', { pays: format.multiplier(dualPays * 100) })}</p>}
        {terms && (
          <>
            <p>{t('games.rules.return', { share: format.percent(terms.returnToPlayer, 2) })}</p>
            <p>
              {t('games.rules.bounds', {
                min: format.money(terms.minStakeCents),
                max: format.money(terms.maxStakeCents),
                payout: format.money(terms.maxPayoutCents),
              })}
            </p>
          </>
        )}
        {round && <p>{t('rooms.rules.times', secondsOf(round))}</p>}
        <p>{t('rooms.rules.late')}</p>
        <p>{t('rooms.rules.void')}</p>
        <p>{t('rooms.rules.fair')}</p>
        <CountedShares />
        <HelpArticle slug={game} />
      </div>
    </Sheet>
  )
}

type Row = { pick: string; pays: number; chance: number; returned: Fraction }

const doubleRows: readonly Row[] = colours.map(({ colour }) => ({
  pick: colour,
  pays: DOUBLE_PAYS[colour],
  chance: DOUBLE_STRIP.filter((slot) => doubleColour(slot) === colour).length / DOUBLE_SLOTS,
  returned: doubleReturnToPlayer(colour),
}))

const luckyRows: readonly Row[] = [...colourPicks, 'digit', ...sizePicks].map((pick) => {
  const { pays, wins, returned } = termsOf(pick === 'digit' ? '1' : pick)
  return { pick, pays, chance: wins / LUCKY_DIGITS, returned }
})

function PayTable({ rows }: { rows: readonly Row[] }) {
  const t = useText()
  const format = useFormat()
  const nameOf = usePickName()
  return (
    <table className="w-full text-start text-13 roomy:block">
      <thead className="roomy:block">
        <tr className="text-text-2 roomy:grid roomy:grid-cols-3">
          <th scope="col" className="text-start font-400 roomy:col-span-3">
            {t('rooms.rules.bet')}
          </th>
          <th scope="col" className="text-end font-400">
            {t('rooms.rules.pays')}
          </th>
          <th scope="col" className="text-end font-400">
            {t('rooms.rules.chance')}
          </th>
          <th scope="col" className="text-end font-400">
            {t('games.paced.rules.return')}
          </th>
        </tr>
      </thead>
      <tbody className="roomy:block">
        {rows.map(({ pick, pays, chance, returned }) => (
          <tr key={pick} className="text-text roomy:grid roomy:grid-cols-3">
            <th scope="row" className="text-start font-600 roomy:col-span-3">
              {pick === 'digit' ? t('rooms.rules.digit') : nameOf(pick)}
            </th>
            <td className="text-end">{format.multiplier(pays * 100)}</td>
            <td className="text-end">{format.percent(chance, 2)}</td>
            <td className="text-end">{format.percent(shareOf(returned), 2)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Each phase's duration in seconds. */
const secondsOf = ({ opensAt, closesAt, settlesAt, endsAt }: SharedRound) => {
  const between = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 1000)
  return {
    open: between(opensAt, closesAt),
    draw: between(closesAt, settlesAt),
    rest: between(settlesAt, endsAt),
  }
}

import { Drawer } from '../../shared/Drawer.tsx'
import { Facts } from '../../shared/Facts.tsx'
import { useFormat } from '../../shared/format.ts'
import { useText } from '../../shared/text.ts'
import type { Period } from './period.ts'

/** One period: earnings by product and studio, tax basis, bonus costs, and each payment route. */
export function PeriodDrawer({ of, onClose }: { of: Period; onClose: () => void }) {
  const t = useText()
  const { money, date } = useFormat()
  return (
    <Drawer title={date(of.period)} onClose={onClose}>
      <Facts
        title={t('figures.part.products')}
        facts={[
          [t('figures.column.betsStaked'), money(of.betsStakedCents)],
          [t('figures.column.sportsbook'), money(of.sportsbookCents)],
          [t('figures.column.ownGames'), money(of.ownGamesCents)],
          ...of.studios.map(
            ({ studio, cents }) => [t('figures.fact.studio', { studio }), money(cents)] as const,
          ),
          [t('figures.column.ggr'), money(of.ggrCents)],
        ]}
      />
      <div className="grid gap-6">
        <Facts
          title={t('figures.part.taxes')}
          facts={[[t('figures.fact.taxBasis'), money(Math.max(0, of.ggrCents))]]}
        />
        <p className="text-12 text-text-2">{t('figures.taxes.note')}</p>
      </div>
      <Facts
        title={t('figures.part.bonuses')}
        facts={[
          [t('figures.column.bonuses'), money(of.bonusesGrantedCents)],
          [t('figures.column.bonusesBack'), money(of.bonusesBackCents)],
          [t('figures.column.ngr'), money(of.ngrCents)],
        ]}
      />
      {of.rails.map((rail) => (
        <Facts
          key={rail.rail}
          title={t('figures.part.rail', { rail: rail.rail.toUpperCase() })}
          facts={[
            [t('figures.rail.in'), money(rail.inCents)],
            [t('figures.rail.inBack'), money(rail.inBackCents)],
            [t('figures.rail.out'), money(rail.outCents)],
            [t('figures.rail.outBack'), money(rail.outBackCents)],
          ]}
        />
      ))}
      <Facts
        title={t('figures.part.payments')}
        facts={[
          [t('figures.column.deposits'), money(of.depositsCents)],
          [t('figures.column.withdrawals'), money(of.withdrawalsCents)],
          [t('figures.column.fees'), money(of.feesCents)],
        ]}
      />
    </Drawer>
  )
}

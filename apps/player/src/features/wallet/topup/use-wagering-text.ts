import { useFormat } from '../../../shared/format/use-format.ts'
import { useText } from '../../../shared/text/text.ts'
import { bonusCents, type Offer, toWager } from './packages.ts'

/** States what must be staked for an offer's deposit and bonus, including a discount's. */
export const useWageringText = (): ((offer: Offer, wantsGift: boolean) => string) => {
  const t = useText()
  const format = useFormat()
  return (offer, wantsGift) => {
    const { mainCents, giftCents } = toWager(offer, wantsGift)
    const { mainTimes, giftTimes } = offer
    const main = format.money(mainCents)
    const gift = format.money(giftCents)
    if (bonusCents(offer, wantsGift) === 0) {
      return mainTimes > 0
        ? t('wallet.gift.withoutWagering', { main, mainTimes })
        : t('wallet.gift.withoutFree')
    }
    return mainTimes > 0
      ? t('wallet.gift.wagering', { main, mainTimes, gift, giftTimes })
      : t('wallet.gift.free', { gift, giftTimes })
  }
}

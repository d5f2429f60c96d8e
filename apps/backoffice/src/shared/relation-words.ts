import type { TextKey, useText } from './text.ts'

const relationNames: Readonly<Record<string, TextKey>> = {
  cpf: 'held.relation.cpf',
  payer: 'held.relation.payer',
  payout_key: 'held.relation.payoutKey',
  device: 'held.relation.device',
  address: 'held.relation.address',
}

/** What made two accounts look related; a relation without a text by its own name. */
export const relationWords = (reasons: readonly string[], t: ReturnType<typeof useText>): string =>
  reasons
    .map((reason) => {
      const name = relationNames[reason]
      return name ? t(name) : reason
    })
    .join(', ')

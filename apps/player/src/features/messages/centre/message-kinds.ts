import type { MessageKind } from '@palpite/contract'
import type { Glyph, Tone } from '@palpite/ui'
import type { TextKey } from '../../../shared/text/keys.ts'

/** How each kind of message is displayed, in tab order. */
export const kindViews: Readonly<Record<MessageKind, { text: TextKey; icon: Glyph; tone: Tone }>> = {
  result: { text: 'messages.kind.result', icon: 'receipt-duotone', tone: 'info' },
  bonus: { text: 'messages.kind.bonus', icon: 'gift-duotone', tone: 'warn' },
  cashier: { text: 'messages.kind.cashier', icon: 'wallet-duotone', tone: 'win' },
  system: { text: 'messages.kind.system', icon: 'info-fill', tone: 'neutral' },
}

export const shownKinds = Object.keys(kindViews) as readonly MessageKind[]

/** The kind in an address, if valid. */
export const kindOf = (word: string | null): MessageKind | undefined =>
  shownKinds.find((kind) => kind === word)

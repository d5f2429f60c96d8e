import { useAsked } from '../../shared/ask-again.ts'
import { useMe } from '../../shared/me.ts'
import { type TextKey, useText } from '../../shared/text.ts'

/** Whose chats the inbox lists, by its value in the address; the first is the default. */
export const ownerNames = {
  todas: 'support.owner.all',
  minhas: 'support.owner.mine',
  fila: 'support.owner.nobody',
} as const satisfies Record<string, TextKey>

export type OwnerView = keyof typeof ownerNames
export const ownerViews = Object.keys(ownerNames) as OwnerView[]

/** What each view asks for. */
export const ownerOf = { todas: undefined, minhas: 'me', fila: 'nobody' } as const

/** Colleagues change seldom. */
const OPERATORS_MS = 60_000

/** The operators who may have a chat, and the name of any of them: the work address, else the number. */
export function useOwners() {
  const t = useText()
  const { operatorId: own } = useMe()
  const { data: operators = [] } = useAsked(
    'GET /api/backoffice/support/operators',
    {},
    { everyMs: OPERATORS_MS },
  )
  const nameOf = (operatorId: number): string =>
    operatorId === own
      ? t('support.owner.you')
      : (operators.find((one) => one.operatorId === operatorId)?.email ??
        t('shell.operator.id', { id: operatorId }))
  return { own, operators, nameOf }
}

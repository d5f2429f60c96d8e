import type { OperatorCalls, Permission } from '@palpite/contract/backoffice'
import { createContext, use } from 'react'

export type Me = OperatorCalls['GET /api/backoffice/session/me']['data']

export const MeContext = createContext<Me | undefined>(undefined)

/** The signed-in operator. Asserts: inside the shell. */
export function useMe(): Me {
  const me = use(MeContext)
  if (!me) throw new Error('nobody is signed in here')
  return me
}

/** Whether the operator has this permission. The server checks again. */
export const useMay = (permission: Permission): boolean => useMe().permissions.includes(permission)

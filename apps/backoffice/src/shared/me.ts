import type { OperatorCalls, Permission } from '@palpite/contract/backoffice'
import { createContext, use } from 'react'

export type Me = OperatorCalls['GET /api/backoffice/session/me']['data']

export const MeContext = createContext<Me | undefined>(undefined)

/** Who is signed in. Asserts: inside the shell, where somebody is. */
export function useMe(): Me {
  const me = use(MeContext)
  if (!me) throw new Error('nobody is signed in here')
  return me
}

/** Whether the operator may do what needs this permission. The server asks again. */
export const useMay = (permission: Permission): boolean => useMe().permissions.includes(permission)

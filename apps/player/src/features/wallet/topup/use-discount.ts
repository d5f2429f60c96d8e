import { useState } from 'react'
import { useUser } from '../../../shared/use-user.ts'

/** The discount that runs now, as the user info has it, and what to call when its time is over. */
export function useDiscount() {
  const known = useUser()?.payDiscount
  const [overAt, setOverAt] = useState(0)
  const isOver = !known || known.expiredTime <= overAt
  return {
    discount: isOver ? undefined : known,
    /** What is off, as a fraction; nothing without a discount. */
    share: isOver ? 0 : known.discount,
    end: () => setOverAt(known?.expiredTime ?? 0),
  }
}
